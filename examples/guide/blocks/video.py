from parley_agent import video

block = video("ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC", duration_seconds=12, width=640, height=360)
