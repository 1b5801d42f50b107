"""Ways in: each parses, calls one service, formats. No rules live here."""
