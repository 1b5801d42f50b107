"""The write road: candidate, gates, decision, commit."""
