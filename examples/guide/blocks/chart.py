from parley_agent import chart

block = chart(
    "bar",
    "day",
    [{"data_key": "tea", "label": "Tea"}, {"data_key": "coffee", "label": "Coffee"}],
    [
        {"day": "Mon", "tea": 3, "coffee": 5},
        {"day": "Tue", "tea": 5, "coffee": 4},
        {"day": "Wed", "tea": 6, "coffee": 2},
    ],
    meta={"title": "Cups this week"},
)
