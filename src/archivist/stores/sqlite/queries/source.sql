-- name: insert
INSERT INTO source (id, scope, name, uri, pattern, created_at, created_by)
VALUES (:id, :scope, :name, :uri, :pattern, :created_at, :created_by);

-- name: by_id
SELECT s.id, o.kind, o.id, o.holder, s.name, s.uri, s.pattern, s.created_at, a.name, s.synced_at,
       (SELECT count(*) FROM document d WHERE d.source = s.seq AND d.deleted_at IS NULL)
  FROM source s JOIN scope o ON o.seq = s.scope JOIN actor a ON a.seq = s.created_by
 WHERE s.id = :id;

-- name: list
SELECT s.id, o.kind, o.id, o.holder, s.name, s.uri, s.pattern, s.created_at, a.name, s.synced_at,
       (SELECT count(*) FROM document d WHERE d.source = s.seq AND d.deleted_at IS NULL)
  FROM source s JOIN scope o ON o.seq = s.scope JOIN actor a ON a.seq = s.created_by
 WHERE s.scope IN (SELECT value FROM json_each(:scopes)) ORDER BY s.name;

-- name: synced
UPDATE source SET pattern = :pattern, synced_at = :at WHERE id = :id;

-- name: propose
INSERT INTO source_proposal (id, scope, uri, status, reason, findings, proposed_by, created_at)
VALUES (:id, :scope, :uri, :status, :reason, :findings, :proposed_by, :created_at);

-- name: proposal
SELECT p.id, o.kind, o.id, o.holder, p.uri, p.status, p.reason, p.findings, p.proposed_by, p.created_at, p.decided_by,
       p.decided_at
  FROM source_proposal p JOIN scope o ON o.seq = p.scope WHERE p.id = :id;

-- name: proposals
SELECT p.id, o.kind, o.id, o.holder, p.uri, p.status, p.reason, p.findings, p.proposed_by, p.created_at, p.decided_by,
       p.decided_at
  FROM source_proposal p JOIN scope o ON o.seq = p.scope
 WHERE p.scope IN (SELECT value FROM json_each(:scopes)) AND (:status IS NULL OR p.status = :status)
 ORDER BY p.seq;

-- name: decide
UPDATE source_proposal SET status = :status, decided_by = :by, decided_at = :at
 WHERE id = :id AND status = 'pending'
RETURNING seq;
