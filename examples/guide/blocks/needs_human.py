from parley_agent import needs_human

block = needs_human("The invoice has two totals, and I cannot tell which one is right.")
