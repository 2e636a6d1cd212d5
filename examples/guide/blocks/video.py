block = {
    "type": "video",
    "asset_id": "ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC",
    "duration_seconds": 12,
    "width": 640,
    "height": 360,
}
