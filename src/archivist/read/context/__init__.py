"""The read road's end: what an agent is given for one run, inside a budget, every word of it accounted for."""
