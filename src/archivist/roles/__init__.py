"""One job for a model a module, each with a fallback that needs none."""
