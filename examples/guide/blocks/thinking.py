from parley_agent import thinking

block = thinking("They want to know when the sun sets. I look it up.", "c2lnbmF0dXJl")
