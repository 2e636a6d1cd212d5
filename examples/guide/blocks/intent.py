block = {"type": "intent", "text": "Looking through your calendar"}
