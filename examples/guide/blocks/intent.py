from parley_agent import intent

block = intent("Looking through your calendar")
