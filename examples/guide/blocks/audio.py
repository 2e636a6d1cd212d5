from parley_agent import audio

block = audio("ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC", duration_seconds=83.4)
