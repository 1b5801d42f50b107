-- name: last
SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1;

-- name: append
INSERT INTO audit (number, at, actor, action, outcome, scope, subject, reason, detail, walk, trail, source_event, digest, hash)
VALUES (:number, :at, :actor, :action, :outcome, :scope, :subject, :reason, :detail, :walk, :trail, :source_event, :digest,
        :hash);

-- name: page
-- Newest first. Filters that are NULL do not filter; `:scopes` NULL means every scope. `:by` and `:for` are an actor's
-- name and the end of the names of those who act for them.
SELECT * FROM audit_record
 WHERE number < :before
   AND (:scopes IS NULL OR scope IS NULL OR scope IN (SELECT value FROM json_each(:scopes)))
   AND (scope IS NOT NULL OR :by IS NULL OR actor = :by
        OR (actor LIKE 'agent:%' AND substr(actor, -length(:for)) = :for))
   AND (:actor IS NULL OR actor = :actor)
   AND (:subject IS NULL OR subject = :subject)
   AND (:since IS NULL OR at >= :since)
   AND (:until IS NULL OR at < :until)
   AND (:action IS NULL OR action = :action)
 ORDER BY number DESC LIMIT :limit;

-- name: by_number
SELECT * FROM audit_record WHERE number = :number;

-- name: of_subject
SELECT * FROM audit_record WHERE subject = :subject ORDER BY number;

-- name: chain
SELECT * FROM audit_record WHERE number > :after ORDER BY number LIMIT :limit;
