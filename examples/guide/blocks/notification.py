block = {
    "type": "notification",
    "title": "The kettle is on",
    "body": "Tea in four minutes.",
    "action_label": "Lovely",
}
