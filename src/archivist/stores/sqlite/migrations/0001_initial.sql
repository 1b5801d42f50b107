-- Records, their governance and their trail. Times are milliseconds since 1970 in UTC; flags are 0 or 1.
-- `seq` is a row's number inside this file; `id` is the name the outside knows. Scopes and actors stand once, by number.

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE scope (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  holder TEXT NOT NULL,               -- the user whose agent or task it is, else empty
  UNIQUE (kind, id, holder)
) STRICT;

CREATE TABLE actor (seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE memory (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope INTEGER NOT NULL REFERENCES scope (seq),
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  fold INTEGER NOT NULL,              -- 64-bit hash of the folded text: equal statements have equal numbers
  type TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  source TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES actor (seq),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_active_at INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  importance REAL NOT NULL,
  confidence REAL NOT NULL,
  approved_by INTEGER REFERENCES actor (seq),
  delivery TEXT,                      -- NULL is on_demand, the usual
  description TEXT,
  topic TEXT,
  position REAL,
  value TEXT,
  tags TEXT,                          -- JSON array of strings
  evidence TEXT,                      -- JSON array of Evidence
  source_event TEXT,
  supersedes TEXT REFERENCES memory (id),
  valid_from INTEGER,
  valid_until INTEGER,
  expires_at INTEGER,
  recall_count INTEGER NOT NULL DEFAULT 0,
  last_recalled_at INTEGER,
  schema_version INTEGER NOT NULL DEFAULT 1,
  generation INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE UNIQUE INDEX memory_name ON memory (scope, name) WHERE status IN ('active', 'conflict');
CREATE INDEX memory_activity ON memory (scope, last_active_at) WHERE status IN ('active', 'conflict');
CREATE INDEX memory_fold ON memory (fold);
CREATE INDEX memory_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL AND status = 'active';
CREATE INDEX memory_supersedes ON memory (supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX memory_always ON memory (scope, kind, position) WHERE delivery = 'always' AND status IN ('active', 'conflict');

CREATE TABLE memory_version (
  memory INTEGER NOT NULL REFERENCES memory (seq),
  revision INTEGER NOT NULL,
  body TEXT NOT NULL,                 -- the whole earlier record as JSON; emptied by an erase
  replaced_at INTEGER NOT NULL,
  replaced_by INTEGER NOT NULL REFERENCES actor (seq),
  audit INTEGER NOT NULL,
  PRIMARY KEY (memory, revision, audit)
) STRICT, WITHOUT ROWID;

-- Statements that do not come back by themselves: dismissed, forgotten or erased ones, by fingerprint only.
CREATE TABLE refusal (
  scope INTEGER NOT NULL REFERENCES scope (seq),
  fold INTEGER NOT NULL,
  subject TEXT NOT NULL,              -- 'proposal:ID' or 'memory:ID' of what was refused
  why TEXT NOT NULL,                  -- 'dismissed', 'forgotten' or 'erased'
  at INTEGER NOT NULL,
  PRIMARY KEY (scope, fold, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE proposal (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope INTEGER NOT NULL REFERENCES scope (seq),
  owner TEXT NOT NULL,
  status TEXT NOT NULL,
  origin TEXT NOT NULL,
  conversation TEXT,
  fold INTEGER NOT NULL,
  candidate TEXT NOT NULL,            -- JSON of Candidate; emptied by an erase
  trail TEXT NOT NULL,
  hold TEXT NOT NULL,
  detail TEXT NOT NULL,
  needs_project INTEGER NOT NULL,
  untrusted INTEGER NOT NULL,
  target TEXT,
  proposed_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by TEXT,
  wrote_to TEXT,
  memory TEXT
) STRICT;

CREATE INDEX proposal_queue ON proposal (owner, status, seq);
CREATE INDEX proposal_fold ON proposal (scope, fold) WHERE status = 'pending';
CREATE INDEX proposal_conversation ON proposal (conversation, origin, status) WHERE conversation IS NOT NULL;

CREATE TABLE conversation (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  owner TEXT NOT NULL,
  title TEXT NOT NULL,
  source TEXT NOT NULL,
  project TEXT,
  task TEXT,
  started_at INTEGER NOT NULL,
  last_message_at INTEGER NOT NULL,
  ended_at INTEGER,
  messages INTEGER NOT NULL,
  extracted_to INTEGER NOT NULL DEFAULT 0,
  summary TEXT,                       -- the compacted session, JSON
  UNIQUE (owner, id)
) STRICT;

CREATE TABLE message (
  seq INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL REFERENCES conversation (seq),
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  speaker TEXT NOT NULL,
  origin TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (conversation, position),
  UNIQUE (conversation, id)
) STRICT;

-- Calls of proposing tools, for the rate limits: failed ones count too.
CREATE TABLE proposal_call (
  owner TEXT NOT NULL,
  conversation TEXT NOT NULL,
  message TEXT NOT NULL,
  queued INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX proposal_call_message ON proposal_call (owner, conversation, message);

-- Pitfalls of one query step belong to the task that met them, never to knowledge.
CREATE TABLE step_note (
  seq INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  task TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX step_note_task ON step_note (owner, task);

-- The gates walked, by name: every audit entry names one of these few rows.
CREATE TABLE gate_walk (seq INTEGER PRIMARY KEY, gates TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL REFERENCES actor (seq),
  action TEXT NOT NULL,
  outcome TEXT NOT NULL,
  scope INTEGER REFERENCES scope (seq),
  subject TEXT NOT NULL,
  reason TEXT,
  detail TEXT,
  walk INTEGER REFERENCES gate_walk (seq),
  trail TEXT,                         -- JSON of the steps that said more than "pass"
  source_event TEXT,
  digest BLOB,                        -- keyed fingerprint of the content, 8 bytes
  hash BLOB NOT NULL                  -- SHA-256 over the previous hash and this row
) STRICT;
CREATE INDEX audit_subject ON audit (subject);

-- The outbox. A row that belongs to an audit entry takes time, scope, subject and source event from there.
CREATE TABLE event (
  number INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  audit INTEGER REFERENCES audit (number),
  at INTEGER,
  scope INTEGER REFERENCES scope (seq),
  subject TEXT,
  source_event TEXT,
  facts TEXT                          -- JSON object of strings
) STRICT;

CREATE TABLE consumer (
  name TEXT PRIMARY KEY,
  finished INTEGER NOT NULL,          -- number of the last event done with
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE dead_letter (
  consumer TEXT NOT NULL,
  event INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  error TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (consumer, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE receipt (
  key BLOB PRIMARY KEY,               -- SHA-256 of source event, agent, key and action
  answer TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- Rows as the outside reads them: the one place that spells out columns and their order.
CREATE VIEW memory_record AS
SELECT m.seq, m.id, s.kind AS scope_kind, s.id AS scope_id, s.holder, m.name, m.text, m.type, m.kind, m.created_at, m.updated_at,
       m.last_active_at, m.delivery, m.description, m.topic, m.position, m.value, m.tags, m.importance, m.confidence,
       m.source, m.evidence, creator.name AS created_by, approver.name AS approved_by, m.source_event, m.status,
       m.supersedes, m.valid_from, m.valid_until, m.expires_at, m.schema_version, m.revision, m.recall_count,
       m.last_recalled_at, m.generation, m.scope, m.fold
  FROM memory m
  JOIN scope s ON s.seq = m.scope
  JOIN actor creator ON creator.seq = m.created_by
  LEFT JOIN actor approver ON approver.seq = m.approved_by;

CREATE VIEW audit_record AS
SELECT a.number, a.at, actor.name AS actor, a.action, a.outcome, s.kind AS scope_kind, s.id AS scope_id, s.holder, a.subject,
       a.reason, a.detail, w.gates, a.trail, a.source_event, a.digest, a.hash, a.scope
  FROM audit a
  JOIN actor ON actor.seq = a.actor
  LEFT JOIN scope s ON s.seq = a.scope
  LEFT JOIN gate_walk w ON w.seq = a.walk;

CREATE VIEW event_record AS
SELECT e.number, coalesce(e.at, a.at) AS at, e.topic, coalesce(e.subject, a.subject) AS subject, s.kind AS scope_kind,
       s.id AS scope_id, s.holder, coalesce(e.source_event, a.source_event) AS source_event, e.facts, e.audit, s.seq AS scope
  FROM event e
  LEFT JOIN audit a ON a.number = e.audit
  LEFT JOIN scope s ON s.seq = coalesce(e.scope, a.scope);
