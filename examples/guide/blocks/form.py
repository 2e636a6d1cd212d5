from parley_agent import form

block = form(
    "picnic",
    [
        {"name": "guests", "label": "How many come?", "field_type": "number", "required": True},
        {"name": "day", "label": "Which day?", "field_type": "date"},
        {
            "name": "dish",
            "label": "What do you bring?",
            "field_type": "select",
            "options": [
                {"label": "Bread", "payload": "bread"},
                {"label": "Fruit", "payload": "fruit"},
            ],
        },
    ],
    submit_label="Join the picnic",
)
