-- name: memory_waiting
SELECT m.seq, m.revision, m.name, coalesce(m.description, ''), m.text FROM memory m
 WHERE m.seq > :after AND m.status IN ('active', 'conflict')
   AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.kind = 'memory' AND v.partition = m.scope AND v.entry = m.seq
                                            AND v.model = :model AND v.dims = :dims)
 ORDER BY m.seq LIMIT :limit;

-- name: memory_waiting_of
SELECT m.seq, m.revision, m.name, coalesce(m.description, ''), m.text FROM memory m
 WHERE m.id = :subject AND m.seq > :after AND m.status IN ('active', 'conflict')
   AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.kind = 'memory' AND v.partition = m.scope AND v.entry = m.seq
                                            AND v.model = :model AND v.dims = :dims)
 LIMIT :limit;

-- name: section_waiting
SELECT s.seq, s.version, s.title, v.title, s.text FROM section s
  JOIN document d ON d.ready = s.version
  JOIN document_version v ON v.seq = s.version
 WHERE s.seq > :after AND d.deleted_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM vector x WHERE x.kind = 'section' AND x.partition = d.scope AND x.entry = s.seq
                                            AND x.model = :model AND x.dims = :dims)
 ORDER BY s.seq LIMIT :limit;

-- name: section_waiting_of
SELECT s.seq, s.version, s.title, v.title, s.text FROM document d
  JOIN section s ON s.version = d.ready
  JOIN document_version v ON v.seq = s.version
 WHERE d.id = :subject AND s.seq > :after AND d.deleted_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM vector x WHERE x.kind = 'section' AND x.partition = d.scope AND x.entry = s.seq
                                            AND x.model = :model AND x.dims = :dims)
 ORDER BY s.seq LIMIT :limit;

-- name: message_waiting
SELECT m.seq, 0, m.name, '', m.text FROM message m
  JOIN conversation c ON c.seq = m.conversation
  JOIN scope s ON s.kind = 'user' AND s.id = c.owner AND s.holder = ''
 WHERE m.seq > :after AND m.text <> ''
   AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.kind = 'message' AND v.partition = s.seq AND v.entry = m.seq
                                            AND v.model = :model AND v.dims = :dims)
 ORDER BY m.seq LIMIT :limit;

-- name: message_waiting_of
SELECT m.seq, 0, m.name, '', m.text FROM conversation c
  JOIN message m ON m.conversation = c.seq
  JOIN scope s ON s.kind = 'user' AND s.id = c.owner AND s.holder = ''
 WHERE c.id = :subject AND m.seq > :after AND m.text <> ''
   AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.kind = 'message' AND v.partition = s.seq AND v.entry = m.seq
                                            AND v.model = :model AND v.dims = :dims)
 ORDER BY m.seq LIMIT :limit;

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

-- name: message_remove
DELETE FROM vector WHERE kind = 'message' AND entry = :entry
   AND partition = (SELECT s.seq FROM message m JOIN conversation c ON c.seq = m.conversation
                      JOIN scope s ON s.kind = 'user' AND s.id = c.owner AND s.holder = '' WHERE m.seq = :entry);

-- name: message_put
-- A message has no revision; one whose words were erased meanwhile is known by its words.
INSERT INTO vector (kind, partition, entry, model, dims, data)
SELECT 'message', s.seq, m.seq, :model, :dims, :data FROM message m
  JOIN conversation c ON c.seq = m.conversation
  JOIN scope s ON s.kind = 'user' AND s.id = c.owner AND s.holder = ''
 WHERE m.seq = :entry AND m.text = :text;

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
