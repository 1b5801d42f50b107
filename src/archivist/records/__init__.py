"""What archivist keeps, as frozen dataclasses: no behaviour beyond their own shape."""
