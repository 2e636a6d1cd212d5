from parley_agent import task_update

block = task_update("tsk_01KAJ8ZJ9M4J0V6W3QX5T2N7RC", "in_progress", note="The tomatoes are done, the herbs are next.")
