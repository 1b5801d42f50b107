"""Jobs run by time."""
