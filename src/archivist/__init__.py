"""Governed memory and knowledge for AI agents and the people they work for."""
