-- name: insert
INSERT INTO document (id, scope, name, source, path, created_at)
VALUES (:id, :scope, :name, (SELECT seq FROM source WHERE id = :source), :path, :created_at);

-- name: by_id
SELECT * FROM document_record WHERE id = :id;

-- name: any
SELECT 1 FROM document LIMIT 1;

-- name: by_seqs
SELECT * FROM document_record WHERE seq IN (SELECT value FROM json_each(:seqs));

-- name: by_name
SELECT * FROM document_record WHERE scope = :scope AND name = :name AND deleted_at IS NULL;

-- name: by_ending
-- Whole names or whole trailing parts of them; compared as text, never as a pattern.
SELECT * FROM document_record
 WHERE scope IN (SELECT value FROM json_each(:scopes)) AND deleted_at IS NULL
   AND (name = :ending OR substr(name, -length(:ending) - 1) = '/' || :ending);

-- name: of_source
SELECT * FROM document_record WHERE source = :source AND deleted_at IS NULL ORDER BY path;

-- name: list
SELECT * FROM document_record
 WHERE scope IN (SELECT value FROM json_each(:scopes)) AND deleted_at IS NULL AND seq > :after
   AND (:documents IS NULL OR seq IN (SELECT value FROM json_each(:documents)))
 ORDER BY seq LIMIT :limit;

-- name: versions
SELECT * FROM version_record WHERE document = :document ORDER BY number;

-- name: versions_by_seq
SELECT * FROM version_record WHERE seq IN (SELECT value FROM json_each(:seqs));

-- name: next_number
SELECT coalesce(max(number), 0) + 1 FROM document_version WHERE document = :document;

-- name: add_version
INSERT INTO document_version (document, number, sha256, state, title, front_matter, encoding, notices, bytes, characters,
                              sections, tokens, imported_at, imported_by, replaces, original)
VALUES (:document, :number, :sha256, 'pending', :title, :front_matter, :encoding, :notices, :bytes, :characters,
        :sections, :tokens, :at, :by, :replaces, :original)
RETURNING seq;

-- name: add_section
INSERT INTO section (version, position, anchor, level, title, path, line_start, line_end, start, tokens, text)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: section_seqs
SELECT anchor, seq FROM section WHERE version = :version;

-- name: add_chunk
INSERT INTO chunk (version, position, section, start, end, tokens, sha256) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: set_state
UPDATE document_version SET state = :state WHERE seq = :version;

-- name: set_published
UPDATE document_version SET state = 'ready', published_at = :at, published_by = :by WHERE seq = :version;

-- name: point
-- Which version is in force, and which waits.
UPDATE document SET ready = :ready, pending = :pending WHERE seq = :document;

-- name: rename
UPDATE document SET name = :name, path = :path WHERE seq = :document;

-- name: set_missing
UPDATE document SET missing_at = :at WHERE seq = :document;

-- name: set_deleted
UPDATE document SET deleted_at = :at WHERE seq = :document;

-- name: erase_chunks
DELETE FROM chunk WHERE version IN (SELECT seq FROM document_version WHERE document = :document);

-- name: erase_sections
DELETE FROM section WHERE version IN (SELECT seq FROM document_version WHERE document = :document);

-- name: blank_versions
UPDATE document_version SET title = '', front_matter = NULL, notices = NULL, summary = NULL, original = NULL
 WHERE document = :document;

-- name: set_summary
UPDATE document_version SET summary = :summary, summary_error = :error WHERE seq = :version;

-- name: original
SELECT original FROM document_version WHERE seq = :version;

-- name: outline
SELECT anchor, level, title, path, line_start, line_end, start, length(text), tokens FROM section
 WHERE version = :version ORDER BY position;

-- name: texts
SELECT text FROM section WHERE version = :version ORDER BY position;

-- name: section
SELECT s.seq, v.document, s.version, s.anchor, s.level, s.title, s.path, s.line_start, s.line_end, s.start, s.tokens, s.text
  FROM section s JOIN document_version v ON v.seq = s.version
 WHERE s.version = :version AND s.anchor = :anchor;

-- name: shown
-- Those of some sections that may be shown: of a version in force, of a document whose file is there, in these scopes,
-- and among these documents where the reader is narrowed to some. The two queries below say more of the same ones.
SELECT s.seq
  FROM section s
  JOIN document d ON d.ready = s.version
  JOIN document_version v ON v.seq = s.version
 WHERE s.seq IN (SELECT value FROM json_each(:seqs)) AND d.missing_at IS NULL AND d.deleted_at IS NULL
   AND d.scope IN (SELECT value FROM json_each(:scopes))
   AND (:documents IS NULL OR d.seq IN (SELECT value FROM json_each(:documents)));

-- name: shown_texts
SELECT s.seq, s.title, s.path, s.text, d.name, v.title, d.seq
  FROM section s
  JOIN document d ON d.ready = s.version
  JOIN document_version v ON v.seq = s.version
 WHERE s.seq IN (SELECT value FROM json_each(:seqs)) AND d.missing_at IS NULL AND d.deleted_at IS NULL
   AND d.scope IN (SELECT value FROM json_each(:scopes))
   AND (:documents IS NULL OR d.seq IN (SELECT value FROM json_each(:documents)));

-- name: shown_sections
SELECT s.seq, d.seq, s.version, s.anchor, s.level, s.title, s.path, s.line_start, s.line_end, s.start, s.tokens, s.text
  FROM section s
  JOIN document d ON d.ready = s.version
  JOIN document_version v ON v.seq = s.version
 WHERE s.seq IN (SELECT value FROM json_each(:seqs)) AND d.missing_at IS NULL AND d.deleted_at IS NULL
   AND d.scope IN (SELECT value FROM json_each(:scopes))
   AND (:documents IS NULL OR d.seq IN (SELECT value FROM json_each(:documents)));

-- name: to_index
-- The sections of one version with what places them, for the index.
SELECT s.seq, d.scope, s.title, s.path, s.text, d.name, v.title, d.seq
  FROM section s
  JOIN document_version v ON v.seq = s.version
  JOIN document d ON d.seq = v.document
 WHERE s.version = :version ORDER BY s.seq;

-- name: all_to_index
SELECT s.seq, d.scope, s.title, s.path, s.text, d.name, v.title, d.seq
  FROM section s
  JOIN document d ON d.ready = s.version
  JOIN document_version v ON v.seq = s.version
 WHERE s.seq > :after AND d.missing_at IS NULL AND d.deleted_at IS NULL
 ORDER BY s.seq LIMIT :limit;

-- name: section_seqs_of
SELECT seq FROM section WHERE version = :version;

-- name: section_seqs_of_documents
SELECT s.seq FROM document d JOIN section s ON s.version = d.ready
 WHERE d.seq IN (SELECT value FROM json_each(:documents)) AND d.deleted_at IS NULL;

-- name: chunks
SELECT v.document, s.anchor, c.position, s.path, s.start, s.line_start, s.text, c.start, c.end, c.tokens,
       lower(hex(c.sha256))
  FROM chunk c
  JOIN section s ON s.seq = c.section
  JOIN document_version v ON v.seq = c.version
 WHERE c.section = :section ORDER BY c.position;
