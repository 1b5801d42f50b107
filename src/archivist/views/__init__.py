"""Pairs of render and parse; pure."""
