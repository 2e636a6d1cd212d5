from parley_agent import image

block = image("ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC", alt_text="The garden behind the house, from above", width=640, height=360)
