-- Documents that may be relied on: where they come from, their versions, and what of them can be cited.

-- A folder that documents were imported from. `pattern` is what of it belongs to the source; '' is single files only.
CREATE TABLE source (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope INTEGER NOT NULL REFERENCES scope (seq),
  name TEXT NOT NULL,                 -- the first part of the names of its documents
  uri TEXT NOT NULL,                  -- the resolved folder
  pattern TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by INTEGER NOT NULL REFERENCES actor (seq),
  synced_at INTEGER,
  UNIQUE (scope, name),
  UNIQUE (scope, uri)
) STRICT;

-- `ready` is the version in force, `pending` the one that waits for a person; both NULL is a document out of use.
CREATE TABLE document (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope INTEGER NOT NULL REFERENCES scope (seq),
  name TEXT NOT NULL,                 -- with its folder: the identity within a scope
  source INTEGER REFERENCES source (seq),
  path TEXT,                          -- below the folder of its source
  created_at INTEGER NOT NULL,
  ready INTEGER,
  pending INTEGER,
  missing_at INTEGER,                 -- its file is gone
  deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX document_name ON document (scope, name) WHERE deleted_at IS NULL;
CREATE INDEX document_ready ON document (ready) WHERE ready IS NOT NULL;
CREATE INDEX document_source ON document (source, path) WHERE deleted_at IS NULL;

CREATE TABLE document_version (
  seq INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES document (seq),
  number INTEGER NOT NULL,
  sha256 BLOB NOT NULL,               -- of the bytes as they were imported
  state TEXT NOT NULL,                -- pending, ready or retired
  title TEXT NOT NULL,
  front_matter TEXT,                  -- JSON object of strings
  encoding TEXT NOT NULL,
  notices TEXT,                       -- JSON array of strings
  bytes INTEGER NOT NULL,
  characters INTEGER NOT NULL,
  sections INTEGER NOT NULL,          -- how many have a heading
  tokens INTEGER NOT NULL,
  imported_at INTEGER NOT NULL,
  imported_by INTEGER NOT NULL REFERENCES actor (seq),
  published_at INTEGER,
  published_by INTEGER REFERENCES actor (seq),
  replaces INTEGER REFERENCES document_version (seq),
  summary TEXT,
  summary_error TEXT,
  original BLOB,                      -- the file itself, where it was converted to Markdown
  UNIQUE (document, number)
) STRICT;

CREATE TABLE section (
  seq INTEGER PRIMARY KEY,
  version INTEGER NOT NULL REFERENCES document_version (seq),
  position INTEGER NOT NULL,
  anchor TEXT NOT NULL,
  level INTEGER NOT NULL,
  title TEXT NOT NULL,
  path TEXT NOT NULL,                 -- JSON array: titles from the top down to its own
  line_start INTEGER NOT NULL,
  line_end INTEGER NOT NULL,
  start INTEGER NOT NULL,             -- characters into the document
  tokens INTEGER NOT NULL,
  text TEXT NOT NULL,                 -- the texts of all sections joined are the document
  UNIQUE (version, position),
  UNIQUE (version, anchor)
) STRICT;

-- Parts of sections that a model is handed; offsets count characters of the document.
CREATE TABLE chunk (
  version INTEGER NOT NULL REFERENCES document_version (seq),
  position INTEGER NOT NULL,
  section INTEGER NOT NULL REFERENCES section (seq),
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  PRIMARY KEY (version, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX chunk_section ON chunk (section);

-- What a task may read. Rows are closed, not removed: what counted when stays known.
CREATE TABLE mount (
  seq INTEGER PRIMARY KEY,
  task INTEGER NOT NULL REFERENCES scope (seq),
  document INTEGER NOT NULL REFERENCES document (seq),
  since INTEGER NOT NULL,
  until INTEGER,
  mounted_by INTEGER NOT NULL REFERENCES actor (seq)
) STRICT;
CREATE UNIQUE INDEX mount_standing ON mount (task, document) WHERE until IS NULL;
CREATE INDEX mount_task ON mount (task);

CREATE TABLE source_proposal (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope INTEGER NOT NULL REFERENCES scope (seq),
  uri TEXT NOT NULL,
  status TEXT NOT NULL,               -- pending, accepted or refused
  reason TEXT NOT NULL,
  findings TEXT NOT NULL,             -- JSON of SourceFindings: what was checked before it was queued
  proposed_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_by TEXT,
  decided_at INTEGER
) STRICT;
CREATE INDEX source_proposal_scope ON source_proposal (scope, status);

-- Rows as the outside reads them.
CREATE VIEW version_record AS
SELECT v.seq, v.document, v.number, lower(hex(v.sha256)) AS sha256, v.state, v.title, v.front_matter, v.encoding, v.notices,
       v.bytes, v.characters, v.sections, v.tokens, v.imported_at, importer.name AS imported_by, v.published_at,
       publisher.name AS published_by, earlier.number AS replaces, v.summary, v.summary_error,
       v.original IS NOT NULL AS has_original
  FROM document_version v
  JOIN actor importer ON importer.seq = v.imported_by
  LEFT JOIN actor publisher ON publisher.seq = v.published_by
  LEFT JOIN document_version earlier ON earlier.seq = v.replaces;

CREATE VIEW document_record AS
SELECT d.seq, d.id, s.kind AS scope_kind, s.id AS scope_id, s.holder, d.name, source.id AS source, d.path, d.created_at,
       d.missing_at, d.deleted_at, d.ready, d.pending, d.scope
  FROM document d
  JOIN scope s ON s.seq = d.scope
  LEFT JOIN source ON source.seq = d.source;
