"""Pure functions on text, Chinese and English alike: no storage, no clock, no settings."""
