from parley_agent import text

block = text("The kettle is on. It takes **four minutes**:\n\n1. warm the pot\n2. two spoons of leaves\n3. `pour`, and wait")
