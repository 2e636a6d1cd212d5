from parley_agent import progress

block = progress("Reading 12 of 40 files", percent=30)
