-- name: document
SELECT created_at, changed_at FROM library WHERE scope = :scope;

-- name: touch
INSERT INTO library (scope, created_at, changed_at) VALUES (:scope, :at, :at)
ON CONFLICT (scope) DO UPDATE SET changed_at = excluded.changed_at;

-- name: add_backup
INSERT INTO library_backup (scope, before, after, at) VALUES (:scope, :before, :after, :at) RETURNING seq;

-- name: trim_backups
-- All but the latest `:keep` of a scope.
DELETE FROM library_backup
 WHERE scope = :scope
   AND seq NOT IN (SELECT seq FROM library_backup WHERE scope = :scope ORDER BY seq DESC LIMIT :keep);

-- name: backups
SELECT seq, before, after, at, undone_at FROM library_backup WHERE scope = :scope ORDER BY seq DESC;

-- name: rewrite_backup
UPDATE library_backup SET before = :before, after = :after WHERE seq = :seq;

-- name: mark_undone
UPDATE library_backup SET undone_at = :at WHERE seq = :seq;

-- name: keep_edits
INSERT INTO library_draft (scope, user, editor, base_revision, text, at)
VALUES (:scope, :user, :editor, :base, :text, :at)
ON CONFLICT (scope, user, editor)
DO UPDATE SET base_revision = excluded.base_revision, text = excluded.text, at = excluded.at;

-- name: unsaved
SELECT user, editor, base_revision, text, at FROM library_draft WHERE scope = :scope AND at >= :since ORDER BY at DESC;

-- name: drop_edits
DELETE FROM library_draft WHERE scope = :scope AND user = :user AND editor = :editor RETURNING editor;

-- name: drop_all_edits
DELETE FROM library_draft WHERE scope = :scope;
