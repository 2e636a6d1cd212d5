block = {
    "type": "buttons",
    "buttons": [
        {"label": "Tea", "payload": "Tea"},
        {"label": "Coffee, black", "payload": "coffee"},
        {"label": "Nothing, thank you", "payload": "nothing"},
    ],
}
