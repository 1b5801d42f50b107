-- name: add
INSERT INTO generation (number, state, bundle, digest, by, at) VALUES (:number, :state, :bundle, :digest, :by, :at)
ON CONFLICT (number) DO NOTHING;

-- name: by_number
SELECT number, state, bundle, by, at FROM generation WHERE number = :number;

-- name: latest
SELECT number, state, bundle, by, at FROM generation ORDER BY number DESC LIMIT :limit;

-- name: set_state
UPDATE generation SET state = :state WHERE number = :number;
