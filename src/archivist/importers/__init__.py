"""Bytes in, document or conversation out; pure."""
