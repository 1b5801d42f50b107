"""archivist behind the interfaces of other frameworks; each file needs its framework, and none is imported here."""
