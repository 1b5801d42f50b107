-- The full-text index. {table} is the name of one index (memory, message, section).

-- name: put
INSERT OR REPLACE INTO {table} (rowid, terms) VALUES (:entry, :terms);

-- name: remove
DELETE FROM {table} WHERE rowid = :entry;

-- name: clear
DELETE FROM {table};

-- name: lists
-- Of each of several matches (a JSON array, whose order is kept) all entries, newest first, as a JSON array; or where
-- they are :most or more, NULL and the last of the newest :most, which is found without the others being handed over.
WITH wanted AS MATERIALIZED (
  SELECT key, value AS match,
         (SELECT rowid FROM {table} WHERE {table} MATCH value ORDER BY rowid DESC LIMIT 1 OFFSET :most - 1) AS reach
    FROM json_each(:matches))
SELECT reach, CASE WHEN reach IS NULL THEN
         (SELECT json_group_array(rowid) FROM (SELECT rowid FROM {table} WHERE {table} MATCH match ORDER BY rowid DESC))
       END
  FROM wanted ORDER BY key;

-- name: newest
-- The newest :most entries of each of several matches, as a JSON array each, in the order of :matches (a JSON array).
SELECT (SELECT json_group_array(rowid) FROM (
          SELECT rowid FROM {table} WHERE {table} MATCH wanted.value ORDER BY rowid DESC LIMIT :most))
  FROM json_each(:matches) AS wanted;

-- name: span
-- Of the entries that match the newest, the last of the newest :most if there are so many, and the oldest.
SELECT (SELECT rowid FROM {table} WHERE {table} MATCH :match ORDER BY rowid DESC LIMIT 1),
       (SELECT rowid FROM {table} WHERE {table} MATCH :match ORDER BY rowid DESC LIMIT 1 OFFSET :most - 1),
       (SELECT rowid FROM {table} WHERE {table} MATCH :match ORDER BY rowid LIMIT 1);

-- name: count_matches
SELECT count(*) FROM {table} WHERE {table} MATCH :match;

-- name: lengths
-- FTS5 keeps how many terms it was given, as a variable-length integer. :entries is a JSON array.
SELECT id, sz FROM {table}_docsize WHERE id IN (SELECT value FROM json_each(:entries));

-- name: compact
INSERT INTO {table} ({table}) VALUES ('optimize');

-- name: join_pieces
-- Work of about :pages pages.
INSERT INTO {table} ({table}, rank) VALUES ('merge', :pages);

-- name: changes
SELECT total_changes();

-- name: check
INSERT INTO {table} ({table}) VALUES ('integrity-check');

-- name: holding
-- Those of :entries (a JSON array) that stand here, buried ones too.
SELECT id FROM {table}_docsize WHERE id IN (SELECT value FROM json_each(:entries));

-- name: count
SELECT count(*) FROM {table}_docsize;

-- name: buried
SELECT rowid FROM {table} WHERE {table} MATCH '"gone:"';

-- name: open_terms
CREATE VIRTUAL TABLE IF NOT EXISTS temp.{table}_terms USING fts5vocab ('main', '{table}', 'instance');

-- name: all_terms
-- Every entry with its terms, as a JSON array, and how many it had when repeats are counted.
SELECT doc, json_group_array(term), (SELECT sz FROM {table}_docsize WHERE id = doc) FROM temp.{table}_terms GROUP BY doc;
