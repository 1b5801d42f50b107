"""Setting up coding assistants: what stands in their own files, put in and taken out without touching the rest."""
