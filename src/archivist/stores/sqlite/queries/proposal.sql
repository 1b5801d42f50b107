-- name: insert
INSERT INTO proposal (id, scope, owner, status, origin, conversation, fold, candidate, trail, hold, detail, needs_project,
                      untrusted, target, proposed_by, created_at)
VALUES (:id, :scope, :owner, :status, :origin, :conversation, :fold, :candidate, :trail, :hold, :detail, :needs_project,
        :untrusted, :target, :proposed_by, :created_at);

-- name: by_id
SELECT id, status, candidate, trail, hold, detail, needs_project, untrusted, target, proposed_by, owner, created_at,
       decided_at, decided_by, wrote_to, memory, seq FROM proposal WHERE id = :id;

-- name: queue
-- Oldest first, as a person works through it. `:statuses` is a JSON array.
SELECT id, status, candidate, trail, hold, detail, needs_project, untrusted, target, proposed_by, owner, created_at,
       decided_at, decided_by, wrote_to, memory, seq FROM proposal
 WHERE (owner IN (SELECT value FROM json_each(:owners)) OR scope IN (SELECT value FROM json_each(:scopes)))
   AND status IN (SELECT value FROM json_each(:statuses))
   AND seq > :after AND candidate <> ''
 ORDER BY seq LIMIT :limit;

-- name: pending_in_scope
SELECT id, status, candidate, trail, hold, detail, needs_project, untrusted, target, proposed_by, owner, created_at,
       decided_at, decided_by, wrote_to, memory, seq FROM proposal
 WHERE owner = :owner AND status = 'pending' AND scope = :scope ORDER BY seq DESC LIMIT :limit;

-- name: pending_equal
SELECT id, status, candidate, trail, hold, detail, needs_project, untrusted, target, proposed_by, owner, created_at,
       decided_at, decided_by, wrote_to, memory, seq FROM proposal
 WHERE owner = :owner AND status = 'pending' AND scope = :scope AND fold = :fold;

-- name: decide
-- Only a pending entry moves; the row count says whether this call was the one that moved it.
UPDATE proposal
   SET status = :status, decided_at = :at, decided_by = :by, wrote_to = :wrote_to, memory = :memory
 WHERE id = :id AND status = 'pending'
RETURNING id;

-- name: reopen
UPDATE proposal SET status = 'pending', decided_at = NULL, decided_by = NULL, wrote_to = NULL, memory = NULL
 WHERE id = :id AND status IN ('applied', 'dismissed')
RETURNING id;

-- name: count_pending
SELECT count(*) FROM proposal WHERE owner = :owner AND status = 'pending';

-- name: count_pending_of_conversation
SELECT count(*) FROM proposal
 WHERE conversation = :conversation AND owner = :owner AND origin = :origin AND status = 'pending';

-- name: about
-- Every entry that led to, would change, or was turned into this record; or said the same.
SELECT id FROM proposal WHERE memory = :memory OR target = :memory OR (scope = :scope AND fold = :fold);

-- name: blank
UPDATE proposal SET candidate = '', trail = '[]', detail = '', conversation = NULL,
       status = CASE status WHEN 'pending' THEN 'dismissed' ELSE status END
 WHERE id = :id;

-- name: record_call
INSERT INTO proposal_call (owner, conversation, message, queued, at) VALUES (:owner, :conversation, :message, :queued, :at);

-- name: calls
SELECT count(*), coalesce(sum(queued), 0) FROM proposal_call
 WHERE owner = :owner AND conversation = :conversation AND message = :message;

-- name: add_step_note
INSERT INTO step_note (owner, task, text, at) VALUES (:owner, :task, :text, :at);

-- name: step_notes
SELECT text, at FROM step_note WHERE owner = :owner AND task = :task ORDER BY seq;
