block = {"type": "tool_result", "tool_use_id": "call_1", "content": "{\"sunset\":\"17:04\"}"}
