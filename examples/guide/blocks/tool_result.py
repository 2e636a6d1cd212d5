from parley_agent import tool_result

block = tool_result("call_1", '{"sunset":"17:04"}')
