block = {"type": "progress", "label": "Reading 12 of 40 files", "percent": 30}
