-- name: insert
INSERT INTO memory (id, scope, name, text, fold, type, kind, status, source, created_by, created_at, updated_at,
                    last_active_at, revision, importance, confidence, approved_by, delivery, description, topic, position,
                    value, tags, evidence, source_event, supersedes, valid_from, valid_until, expires_at, recall_count,
                    last_recalled_at, schema_version, generation)
VALUES (:id, :scope, :name, :text, :fold, :type, :kind, :status, :source, :created_by, :created_at, :updated_at,
        :last_active_at, :revision, :importance, :confidence, :approved_by, :delivery, :description, :topic, :position,
        :value, :tags, :evidence, :source_event, :supersedes, :valid_from, :valid_until, :expires_at, :recall_count,
        :last_recalled_at, :schema_version, :generation)
RETURNING seq;

-- name: replace
-- Everything but the identity; the caller raises the revision.
UPDATE memory
   SET scope = :scope, name = :name, text = :text, fold = :fold, type = :type, kind = :kind, status = :status,
       source = :source, updated_at = :updated_at, last_active_at = :last_active_at, revision = :revision,
       importance = :importance, confidence = :confidence, approved_by = :approved_by, delivery = :delivery,
       description = :description, topic = :topic, position = :position, value = :value, tags = :tags,
       evidence = :evidence, source_event = :source_event, supersedes = :supersedes, valid_from = :valid_from,
       valid_until = :valid_until, expires_at = :expires_at, recall_count = :recall_count,
       last_recalled_at = :last_recalled_at, schema_version = :schema_version, generation = :generation
 WHERE id = :id
RETURNING seq;

-- name: by_id
-- Here and below the view is asked by row number: a bound value that is compared in the view itself makes SQLite prepare
-- the statement anew at every call, which costs fifteen times the look-up.
SELECT * FROM memory_record WHERE seq IN (SELECT seq FROM memory WHERE id = :id);

-- name: by_seqs
SELECT * FROM memory_record WHERE seq IN (SELECT value FROM json_each(:seqs));

-- name: statements
SELECT seq, text FROM memory WHERE seq IN (SELECT value FROM json_each(:seqs));

-- name: live_by_name
SELECT * FROM memory_record WHERE seq IN (
  SELECT seq FROM memory WHERE scope = :scope AND name = :name AND status IN ('active', 'conflict'));

-- name: latest_by_name
-- The newest record of that name whatever its status, for history and restore.
SELECT * FROM memory_record WHERE scope = :scope AND name = :name ORDER BY seq DESC LIMIT 1;

-- name: names_like_base
-- Live names that begin with the base, as a stretch of the index; compared as text, never as a pattern.
SELECT name FROM memory
 WHERE scope = :scope AND status IN ('active', 'conflict') AND name >= :base AND name < :base || char(1114111);

-- name: by_fold
SELECT * FROM memory_record WHERE seq IN (
  SELECT seq FROM memory WHERE fold = :fold AND scope = :scope AND status IN ('active', 'conflict'));

-- name: page
-- Most recently active first, by keyset: `:before_at` and `:before_seq` are the last row of the page before.
SELECT * FROM memory_record
 WHERE scope IN (SELECT value FROM json_each(:scopes))
   AND status IN (SELECT value FROM json_each(:statuses))
   AND (:type IS NULL OR type = :type)
   AND (:kind IS NULL OR kind = :kind)
   AND (:source IS NULL OR source = :source)
   AND (:delivery IS NULL OR coalesce(delivery, 'on_demand') = :delivery)
   AND (:tag IS NULL OR EXISTS (SELECT 1 FROM json_each(coalesce(tags, '[]')) WHERE json_each.value = :tag))
   AND generation <= :generation
   AND (updated_at, seq) < (:before_at, :before_seq)
 ORDER BY updated_at DESC, seq DESC
 LIMIT :limit;

-- name: manifest
-- The window of the most recently active records.
SELECT seq, id, scope, type, name, description, substr(text, 1, 160), updated_at FROM memory
 WHERE scope IN (SELECT value FROM json_each(:scopes)) AND status = 'active' AND generation <= :generation
   AND (valid_from IS NULL OR valid_from <= :now) AND (valid_until IS NULL OR valid_until > :now)
   AND (expires_at IS NULL OR expires_at > :now)
 ORDER BY last_active_at DESC, seq DESC
 LIMIT :limit;

-- name: searchable
-- What the index scores exactly, and what says whether a hit may be shown now.
SELECT seq, name, description, text, tags, importance, confidence, last_active_at, updated_at FROM memory
 WHERE seq IN (SELECT value FROM json_each(:seqs)) AND status = 'active' AND generation <= :generation
   AND (valid_from IS NULL OR valid_from <= :now) AND (valid_until IS NULL OR valid_until > :now)
   AND (expires_at IS NULL OR expires_at > :now);

-- name: shown
-- Which candidates of a search may be shown now, and how important they are.
SELECT seq, importance FROM memory
 WHERE seq IN (SELECT value FROM json_each(:seqs)) AND status = 'active' AND generation <= :generation
   AND (valid_from IS NULL OR valid_from <= :now) AND (valid_until IS NULL OR valid_until > :now)
   AND (expires_at IS NULL OR expires_at > :now);

-- name: always
-- The library of one scope, in reading order. The states are spelled out as well, or the partial index would not serve.
SELECT * FROM memory_record
 WHERE scope = :scope AND delivery = 'always' AND status IN ('active', 'conflict')
   AND status IN (SELECT value FROM json_each(:statuses))
   AND generation <= :generation
 ORDER BY kind DESC, position, seq;

-- name: last_position
SELECT coalesce(max(position), 0) FROM memory
 WHERE scope = :scope AND kind = :kind AND delivery = 'always' AND status IN ('active', 'conflict');

-- name: place
-- Order is layout: revision and time of change stay.
UPDATE memory SET position = :position WHERE id = :id;

-- name: touch
-- A recall moves activity and statistics, never `updated_at`.
UPDATE memory SET recall_count = recall_count + 1, last_recalled_at = :at, last_active_at = max(last_active_at, :at)
 WHERE id IN (SELECT value FROM json_each(:ids));

-- name: count
SELECT s.kind, s.id, s.holder, m.status, count(*) FROM memory m JOIN scope s ON s.seq = m.scope
 WHERE m.scope IN (SELECT value FROM json_each(:scopes)) GROUP BY m.scope, m.status;

-- name: count_live
SELECT count(*) FROM memory WHERE scope = :scope AND status IN ('active', 'conflict');

-- name: due
SELECT * FROM memory_record WHERE expires_at IS NOT NULL AND expires_at <= :now AND status = 'active' LIMIT :limit;

-- name: due_in
SELECT * FROM memory_record
 WHERE scope = :scope AND expires_at IS NOT NULL AND expires_at <= :now AND status = 'active' LIMIT :limit;

-- name: latest
-- Walks the index of activity of one scope from its end and stops at the limit.
SELECT seq FROM memory INDEXED BY memory_activity
 WHERE scope = :scope AND status IN ('active', 'conflict') AND status = 'active' AND generation <= :generation
   AND (valid_from IS NULL OR valid_from <= :now) AND (valid_until IS NULL OR valid_until > :now)
   AND (expires_at IS NULL OR expires_at > :now)
 ORDER BY last_active_at DESC, seq DESC LIMIT :limit;

-- name: latest_rules
SELECT seq FROM memory INDEXED BY memory_rules
 WHERE scope = :scope AND status = 'active' AND kind = 'rule' AND delivery IS NULL AND generation <= :generation
   AND (valid_from IS NULL OR valid_from <= :now) AND (valid_until IS NULL OR valid_until > :now)
   AND (expires_at IS NULL OR expires_at > :now)
 ORDER BY last_active_at DESC, seq DESC LIMIT :limit;

-- name: of_generation
SELECT * FROM memory_record WHERE generation = :number AND generation > 1 AND status = 'active';

-- name: held_back
-- Each branch has an index of its own, so that nothing else of a scope is read.
SELECT seq FROM (
  SELECT seq FROM memory WHERE scope IN (SELECT value FROM json_each(:scopes)) AND status = 'conflict'
  UNION
  SELECT seq FROM memory
   WHERE scope IN (SELECT value FROM json_each(:scopes)) AND status = 'active' AND expires_at IS NOT NULL AND expires_at <= :now
  UNION
  SELECT seq FROM memory
   WHERE scope IN (SELECT value FROM json_each(:scopes)) AND status = 'active' AND valid_until IS NOT NULL AND valid_until <= :now
  UNION
  SELECT seq FROM memory
   WHERE scope IN (SELECT value FROM json_each(:scopes)) AND status = 'active' AND valid_from IS NOT NULL AND valid_from > :now
) JOIN memory USING (seq) WHERE generation <= :generation ORDER BY seq DESC LIMIT :limit;

-- name: successors
SELECT * FROM memory_record WHERE seq IN (SELECT seq FROM memory WHERE supersedes = :id) ORDER BY seq;

-- name: add_version
INSERT OR REPLACE INTO memory_version (memory, revision, body, replaced_at, replaced_by, audit)
SELECT seq, :revision, :body, :at, :actor, :audit FROM memory WHERE id = :id;

-- name: versions
SELECT v.body, v.replaced_at, a.name, v.audit FROM memory_version v
  JOIN memory m ON m.seq = v.memory
  JOIN actor a ON a.seq = v.replaced_by
 WHERE m.id = :id AND v.body <> '' ORDER BY v.audit;

-- name: blank_versions
UPDATE memory_version SET body = '' WHERE memory = (SELECT seq FROM memory WHERE id = :id);

-- name: all_rows
-- For a rebuild of the index.
SELECT seq, scope, name, description, text, tags FROM memory
 WHERE status IN ('active', 'conflict') AND seq > :after ORDER BY seq LIMIT :limit;

-- name: refuse
INSERT OR REPLACE INTO refusal (scope, fold, subject, why, at) VALUES (:scope, :fold, :subject, :why, :at);

-- name: unrefuse
DELETE FROM refusal WHERE subject = :subject;

-- name: refusal
SELECT subject, why, at FROM refusal WHERE scope = :scope AND fold = :fold ORDER BY at DESC LIMIT 1;

-- name: erased
SELECT id FROM memory WHERE status = 'erased';
