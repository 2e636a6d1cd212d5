block = {"type": "audio", "asset_id": "ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC", "duration_seconds": 83.4}
