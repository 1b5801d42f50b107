"""Pure questions: may X, which wins, how many."""
