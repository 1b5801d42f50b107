"""The Python client of the HTTP API: `archivist.connect` gives the same verbs as an opened home."""
