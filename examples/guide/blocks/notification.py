from parley_agent import notification

block = notification("The kettle is on", "Tea in four minutes.", action_label="Lovely")
