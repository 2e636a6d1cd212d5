block = {
    "type": "table",
    "columns": ["Herb", "Tastes of", "Minutes"],
    "rows": [
        ["Thyme", "warm stone and pepper", "6"],
        ["Mint", "a cold morning", "4"],
        ["Lemon balm", "lemon, but kinder", "8"],
    ],
}
