"""The Model Context Protocol: tools, resources and prompts over the same services as every other door."""
