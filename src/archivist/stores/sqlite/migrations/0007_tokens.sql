-- Tokens for the HTTP door. Only the SHA-256 of a secret is kept, so that a copy of this file lets nobody in.

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  digest BLOB NOT NULL,
  user TEXT NOT NULL,
  role TEXT NOT NULL,
  agent TEXT,                         -- set: the token acts as this agent of the user, and so never approves
  projects TEXT NOT NULL,             -- JSON array of project ids
  workspace TEXT,
  label TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX token_user ON token (user);
