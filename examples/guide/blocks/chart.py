block = {
    "type": "chart",
    "chart_type": "bar",
    "meta": {"title": "Cups this week"},
    "x_key": "day",
    "series": [{"data_key": "tea", "label": "Tea"}, {"data_key": "coffee", "label": "Coffee"}],
    "data": [
        {"day": "Mon", "tea": 3, "coffee": 5},
        {"day": "Tue", "tea": 5, "coffee": 4},
        {"day": "Wed", "tea": 6, "coffee": 2},
    ],
}
