-- name: emit
INSERT INTO event (topic, audit, at, scope, subject, source_event, facts)
VALUES (:topic, :audit, :at, :scope, :subject, :source_event, :facts) RETURNING number;

-- name: after
SELECT number, at, topic, subject, scope_kind, scope_id, holder, source_event, facts FROM event_record
 WHERE number > :after ORDER BY number LIMIT :limit;

-- name: by_number
SELECT number, at, topic, subject, scope_kind, scope_id, holder, source_event, facts FROM event_record WHERE number = :number;

-- name: last_number
SELECT coalesce(max(number), 0) FROM event;

-- name: register
INSERT INTO consumer (name, finished) VALUES (:name, :from) ON CONFLICT (name) DO NOTHING;

-- name: lease
-- One worker at a time: the lease is taken only where it has run out and the next try is due.
UPDATE consumer SET lease_until = :until
 WHERE name = :name AND lease_until <= :now AND next_try_at <= :now
RETURNING finished, attempts;

-- name: finish
UPDATE consumer SET finished = :number, attempts = 0, next_try_at = 0 WHERE name = :name;

-- name: fail
UPDATE consumer SET attempts = attempts + 1, next_try_at = :next_try_at, lease_until = 0 WHERE name = :name;

-- name: release
UPDATE consumer SET lease_until = 0 WHERE name = :name;

-- name: consumers
SELECT name, finished, attempts, next_try_at FROM consumer ORDER BY name;

-- name: bury
INSERT OR REPLACE INTO dead_letter (consumer, event, attempts, error, at)
VALUES (:consumer, :event, :attempts, :error, :at);

-- name: dead_letters
SELECT d.consumer, d.attempts, d.error, d.at, e.number, e.at, e.topic, e.subject, e.scope_kind, e.scope_id, e.holder, e.source_event,
       e.facts
  FROM dead_letter d JOIN event_record e ON e.number = d.event ORDER BY d.at, d.event;

-- name: unbury
DELETE FROM dead_letter WHERE consumer = :consumer AND event = :event RETURNING event;
