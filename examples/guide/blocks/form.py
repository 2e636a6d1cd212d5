block = {
    "type": "form",
    "form_id": "picnic",
    "submit_label": "Join the picnic",
    "fields": [
        {"name": "guests", "label": "How many come?", "field_type": "number", "required": True},
        {"name": "day", "label": "Which day?", "field_type": "date"},
        {
            "name": "dish",
            "label": "What do you bring?",
            "field_type": "select",
            "options": [{"label": "Bread", "payload": "bread"}, {"label": "Fruit", "payload": "fruit"}],
        },
    ],
}
