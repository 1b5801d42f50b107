-- Contexts that were built, and the generations of configuration they were built under.

-- One build: what went in, what did not and why. No bodies; `detail` is JSON of ids, reasons, scores and tokens.
CREATE TABLE trace (
  run TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  owner TEXT NOT NULL,
  agent TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  detail TEXT NOT NULL,
  calls INTEGER NOT NULL DEFAULT 0,   -- what the agent's own searches have used of the run's allowance
  results INTEGER NOT NULL DEFAULT 0,
  searched_tokens INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX trace_at ON trace (at);

-- An immutable bundle of settings and charters. Records carry the number they were written under.
CREATE TABLE generation (
  number INTEGER PRIMARY KEY,
  state TEXT NOT NULL,                -- 'preparing', 'active', 'retired' or 'discarded'
  bundle TEXT NOT NULL,               -- JSON
  digest TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- Live records that are not shown, for a trace to name: few in any scope.
CREATE INDEX memory_conflict ON memory (scope) WHERE status = 'conflict';
CREATE INDEX memory_expires ON memory (scope, expires_at) WHERE status = 'active' AND expires_at IS NOT NULL;
CREATE INDEX memory_ends ON memory (scope, valid_until) WHERE status = 'active' AND valid_until IS NOT NULL;
CREATE INDEX memory_begins ON memory (scope, valid_from) WHERE status = 'active' AND valid_from IS NOT NULL;
CREATE INDEX memory_generation ON memory (generation) WHERE generation > 1;
