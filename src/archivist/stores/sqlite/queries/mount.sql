-- name: mount
INSERT INTO mount (task, document, since, mounted_by) VALUES (:task, :document, :at, :by)
ON CONFLICT DO NOTHING
RETURNING seq;

-- name: unmount
UPDATE mount SET until = :at WHERE task = :task AND document = :document AND until IS NULL RETURNING seq;

-- name: of_task
SELECT m.document, m.since, a.name FROM mount m JOIN actor a ON a.seq = m.mounted_by
 WHERE m.task = :task AND m.since <= :at AND (m.until IS NULL OR m.until > :at)
 ORDER BY m.seq;
