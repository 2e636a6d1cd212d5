from parley_agent import table

block = table(
    ["Herb", "Tastes of", "Minutes"],
    [
        ["Thyme", "warm stone and pepper", "6"],
        ["Mint", "a cold morning", "4"],
        ["Lemon balm", "lemon, but kinder", "8"],
    ],
)
