-- name: insert
INSERT INTO trace (run, at, owner, agent, tokens, detail) VALUES (:run, :at, :owner, :agent, :tokens, :detail);

-- name: by_run
SELECT detail, calls, results, searched_tokens FROM trace WHERE run = :run AND owner = :owner;

-- name: latest
SELECT detail, calls, results, searched_tokens FROM trace WHERE owner = :owner ORDER BY at DESC, run LIMIT :limit;

-- name: spend
UPDATE trace SET calls = calls + 1, results = results + :results, searched_tokens = searched_tokens + :tokens
 WHERE run = :run AND owner = :owner;

-- name: purge
DELETE FROM trace WHERE at < :before;
