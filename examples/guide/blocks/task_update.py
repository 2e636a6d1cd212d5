block = {
    "type": "task_update",
    "task_id": "tsk_01KAJ8ZJ9M4J0V6W3QX5T2N7RC",
    "status": "in_progress",
    "note": "The tomatoes are done, the herbs are next.",
}
