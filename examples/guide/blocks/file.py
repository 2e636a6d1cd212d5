from parley_agent import file

block = file("ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC", "herbs.csv", size_bytes=1536, mime="text/csv")
