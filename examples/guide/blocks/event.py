from parley_agent import event

block = event("Picnic", "2026-06-01T12:30:00+02:00", ends_at="2026-06-01T15:30:00+02:00")
