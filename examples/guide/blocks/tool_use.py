from parley_agent import tool_use

block = tool_use("call_1", "almanac.sunset", {"place": "Bern", "date": "today"})
