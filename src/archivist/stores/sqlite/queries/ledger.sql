-- name: receipt
SELECT answer FROM receipt WHERE key = :key;

-- name: give_receipt
INSERT INTO receipt (key, answer, at) VALUES (:key, :answer, :at) ON CONFLICT (key) DO NOTHING;

-- name: setting
SELECT value FROM setting WHERE key = :key;

-- name: settings
SELECT key, value FROM setting;

-- name: set
INSERT INTO setting (key, value, by, at) VALUES (:key, :value, :by, :at)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, by = excluded.by, at = excluded.at;

-- name: count
INSERT INTO counter (name, value) VALUES (:name, :by) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;

-- name: counters
SELECT name, value FROM counter ORDER BY name;

-- name: meta
SELECT value FROM meta WHERE key = :key;

-- name: set_meta
INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value;
