-- name: memory_waiting
SELECT m.seq, m.revision, m.name, coalesce(m.description, ''), m.text FROM memory m
 WHERE m.status IN ('active', 'conflict')
   AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.kind = 'memory' AND v.partition = m.scope AND v.entry = m.seq
                                            AND v.model = :model AND v.dims = :dims)
 ORDER BY m.seq LIMIT :limit;

-- name: memory_waiting_of
SELECT m.seq, m.revision, m.name, coalesce(m.description, ''), m.text FROM memory m
 WHERE m.id = :subject AND m.status IN ('active', 'conflict')
   AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.kind = 'memory' AND v.partition = m.scope AND v.entry = m.seq
                                            AND v.model = :model AND v.dims = :dims)
 LIMIT :limit;

-- name: section_waiting
SELECT s.seq, s.version, s.title, v.title, s.text FROM section s
  JOIN document d ON d.ready = s.version
  JOIN document_version v ON v.seq = s.version
 WHERE d.deleted_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM vector x WHERE x.kind = 'section' AND x.partition = d.scope AND x.entry = s.seq
                                            AND x.model = :model AND x.dims = :dims)
 ORDER BY s.seq LIMIT :limit;

-- name: section_waiting_of
SELECT s.seq, s.version, s.title, v.title, s.text FROM document d
  JOIN section s ON s.version = d.ready
  JOIN document_version v ON v.seq = s.version
 WHERE d.id = :subject AND d.deleted_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM vector x WHERE x.kind = 'section' AND x.partition = d.scope AND x.entry = s.seq
                                            AND x.model = :model AND x.dims = :dims)
 ORDER BY s.seq LIMIT :limit;

-- name: memory_remove
-- REPLACE would not fire the trigger that counts changes.
DELETE FROM vector WHERE kind = 'memory' AND entry = :entry
   AND partition = (SELECT scope FROM memory WHERE seq = :entry);

-- name: memory_put
INSERT INTO vector (kind, partition, entry, model, dims, data)
SELECT 'memory', scope, seq, :model, :dims, :data FROM memory
 WHERE seq = :entry AND revision = :stamp AND status IN ('active', 'conflict');

-- name: section_remove
DELETE FROM vector WHERE kind = 'section' AND entry = :entry
   AND partition = (SELECT d.scope FROM section s JOIN document_version v ON v.seq = s.version
                      JOIN document d ON d.seq = v.document WHERE s.seq = :entry);

-- name: section_put
INSERT INTO vector (kind, partition, entry, model, dims, data)
SELECT 'section', d.scope, s.seq, :model, :dims, :data FROM section s JOIN document d ON d.ready = s.version
 WHERE s.seq = :entry AND s.version = :stamp AND d.deleted_at IS NULL;

-- name: change
SELECT number FROM vector_change WHERE kind = :kind AND partition = :partition;

-- name: partition
SELECT entry, data FROM vector
 WHERE kind = :kind AND partition = :partition AND model = :model AND dims = :dims ORDER BY entry;

-- name: some
SELECT entry, data FROM vector
 WHERE kind = :kind AND partition = :partition AND model = :model AND dims = :dims
   AND entry IN (SELECT value FROM json_each(:entries));

-- name: counts
SELECT kind, model, dims, count(*) FROM vector GROUP BY kind, model, dims;

-- name: forget_others
DELETE FROM vector WHERE model <> :model OR dims <> :dims RETURNING 1;
