block = {"type": "location", "latitude": 46.5588, "longitude": 7.9836, "label": "Below the Jungfrau"}
