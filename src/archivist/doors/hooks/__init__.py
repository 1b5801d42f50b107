"""What coding assistants call at the turns of a session. A hook answers at once, and never breaks its assistant."""
