from parley_agent import buttons

block = buttons(
    [
        "Tea",
        {"label": "Coffee, black", "payload": "coffee"},
        {"label": "Nothing, thank you", "payload": "nothing"},
    ]
)
