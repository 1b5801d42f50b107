-- name: insert
INSERT INTO token (id, digest, user, role, agent, projects, workspace, label, created_by, created_at, expires_at)
VALUES (:id, :digest, :user, :role, :agent, :projects, :workspace, :label, :created_by, :created_at, :expires_at);

-- name: get
SELECT id, digest, user, role, agent, projects, workspace, label, created_by, created_at, expires_at, last_used_at, revoked_at
  FROM token WHERE id = :id;

-- name: of_user
-- Newest first; `:user` NULL means everybody's.
SELECT id, digest, user, role, agent, projects, workspace, label, created_by, created_at, expires_at, last_used_at, revoked_at
  FROM token WHERE :user IS NULL OR user = :user ORDER BY created_at DESC, id;

-- name: use
UPDATE token SET last_used_at = :at WHERE id = :id;

-- name: revoke
UPDATE token SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL RETURNING id;

-- name: somebody_else
-- Whether a token in force lets anybody but `:user` in.
SELECT EXISTS (SELECT 1 FROM token WHERE user <> :user AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now));
