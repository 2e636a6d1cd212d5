block = {
    "type": "tool_use",
    "id": "call_1",
    "name": "almanac.sunset",
    "input": {"place": "Bern", "date": "today"},
}
