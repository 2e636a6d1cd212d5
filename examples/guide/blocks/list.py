from parley_agent import list_

block = list_("For a good day", ["Water", "Something to sit on", "A friend"])
