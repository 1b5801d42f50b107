"""The read road: visible set, candidates, selection, budget, rendered text."""
