-- Projects and who belongs to them; the library documents that exist, what they were before, and edits not yet saved.

CREATE TABLE project (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by INTEGER NOT NULL REFERENCES actor (seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE project_member (
  project TEXT NOT NULL REFERENCES project (id),
  user TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  added_by INTEGER NOT NULL REFERENCES actor (seq),
  PRIMARY KEY (project, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_member_user ON project_member (user);

-- The project a user works in when a command names none.
CREATE TABLE project_focus (user TEXT PRIMARY KEY, project TEXT NOT NULL REFERENCES project (id)) STRICT, WITHOUT ROWID;

-- A document exists from its first template, save or reorganising on; its entries are the records of its scope.
CREATE TABLE library (
  scope INTEGER PRIMARY KEY REFERENCES scope (seq),
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL         -- of the last act on the document as a whole
) STRICT;

-- The document before each reorganising, so that it can be exported and put back.
CREATE TABLE library_backup (
  seq INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL REFERENCES scope (seq),
  before TEXT NOT NULL,               -- JSON array of entries with their ids, in document order
  after TEXT NOT NULL,                -- the same after it; equal to `before` where the old text stayed
  at INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;
CREATE INDEX library_backup_scope ON library_backup (scope);

-- What an editor holds and has not saved: no job may write over it, and a refused save is not lost.
CREATE TABLE library_draft (
  scope INTEGER NOT NULL REFERENCES scope (seq),
  user TEXT NOT NULL,
  editor TEXT NOT NULL,
  base_revision TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (scope, user, editor)
) STRICT, WITHOUT ROWID;
