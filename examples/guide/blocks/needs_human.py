block = {
    "type": "needs_human",
    "reason": "The invoice has two totals, and I cannot tell which one is right.",
}
