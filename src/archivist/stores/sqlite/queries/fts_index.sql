-- The full-text index. {table} is the name of one index (memory, message, section).

-- name: put
INSERT OR REPLACE INTO {table} (rowid, terms) VALUES (:entry, :terms);

-- name: remove
DELETE FROM {table} WHERE rowid = :entry;

-- name: clear
DELETE FROM {table};

-- name: find_each
-- The newest :limit entries of each of several matches, as a JSON array each, in the order of :matches (a JSON array).
SELECT (SELECT json_group_array(rowid) FROM (
          SELECT rowid FROM {table} WHERE {table} MATCH wanted.value ORDER BY rowid DESC LIMIT :limit))
  FROM json_each(:matches) AS wanted;

-- name: oldest
SELECT min(rowid) FROM (SELECT rowid FROM {table} WHERE {table} MATCH :match ORDER BY rowid LIMIT 1);

-- name: lengths
-- FTS5 keeps how many terms it was given, as a variable-length integer. :entries is a JSON array.
SELECT id, sz FROM {table}_docsize WHERE id IN (SELECT value FROM json_each(:entries));

-- name: compact
INSERT INTO {table} ({table}) VALUES ('optimize');

-- name: check
INSERT INTO {table} ({table}) VALUES ('integrity-check');
