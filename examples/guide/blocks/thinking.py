block = {
    "type": "thinking",
    "thinking": "They want to know when the sun sets. I look it up.",
    "signature": "c2lnbmF0dXJl",
}
