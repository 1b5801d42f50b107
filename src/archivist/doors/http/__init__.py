"""The HTTP door: REST under /api/v1, described by /api/v1/openapi.json."""
