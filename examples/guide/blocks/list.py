block = {
    "type": "list",
    "title": "For a good day",
    "items": ["Water", "Something to sit on", "A friend"],
}
