-- name: claim
-- The run is taken where nobody has it, or where who had it was cut off before the end.
INSERT INTO job_run (key, job, folder, started_at, lease_until) VALUES (:key, :job, :folder, :now, :until)
ON CONFLICT (key) DO UPDATE SET started_at = excluded.started_at, lease_until = excluded.lease_until
 WHERE finished_at IS NULL AND lease_until <= :now
RETURNING seq;

-- name: finish
UPDATE job_run SET finished_at = :at, outcome = :outcome, came_in = :came_in, went_out = :went_out, detail = :detail
 WHERE seq = :seq;

-- name: latest
SELECT job, key, started_at, finished_at, outcome, came_in, went_out, detail FROM job_run
 WHERE job = :job AND folder IS :folder ORDER BY seq DESC LIMIT :limit;

-- name: last_done
SELECT max(started_at) FROM job_run WHERE job = :job AND folder IS :folder AND finished_at IS NOT NULL;

-- name: prune
DELETE FROM job_run WHERE finished_at < :before AND seq NOT IN (SELECT max(seq) FROM job_run GROUP BY job, folder)
RETURNING seq;
