from parley_agent import card

block = card(
    "A pot of mountain tea",
    body="Thyme, mint and a *little* honey.",
    price={"amount": 3, "unit": "coin"},
    actions=[
        {"label": "What is in it?", "payload": "what"},
        {"label": "Where is it from?", "payload": "where"},
    ],
    purchase={"label": "Order a pot", "reason": "It is brought to your table."},
)
