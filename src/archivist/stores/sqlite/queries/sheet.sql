-- name: list
SELECT name, version FROM sheet WHERE shelf = :shelf ORDER BY name;

-- name: read
SELECT text, version FROM sheet WHERE shelf = :shelf AND name = :name;

-- name: twin
SELECT name FROM sheet WHERE shelf = :shelf AND same = :same;

-- name: write
INSERT INTO sheet (shelf, name, same, text, version) VALUES (:shelf, :name, :same, :text, :version)
ON CONFLICT (shelf, name) DO UPDATE SET text = excluded.text, version = excluded.version;

-- name: delete
DELETE FROM sheet WHERE shelf = :shelf AND name = :name;
