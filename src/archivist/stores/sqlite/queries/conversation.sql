-- name: upsert
INSERT INTO conversation (id, owner, title, source, project, task, started_at, last_message_at, messages)
VALUES (:id, :owner, :title, :source, :project, :task, :started_at, :started_at, 0)
ON CONFLICT (owner, id) DO UPDATE
   SET title = CASE WHEN excluded.title <> '' THEN excluded.title ELSE title END,
       project = coalesce(excluded.project, project), task = coalesce(excluded.task, task)
RETURNING seq;

-- name: seq
SELECT seq FROM conversation WHERE owner = :owner AND id = :id;

-- name: add_message
-- A message that is there already stays as it is.
INSERT INTO message (conversation, position, id, speaker, origin, text, at, name)
VALUES (:conversation, (SELECT coalesce(max(position), -1) + 1 FROM message WHERE conversation = :conversation),
        :id, :speaker, :origin, :text, :at, :name)
ON CONFLICT (conversation, id) DO NOTHING
RETURNING seq;

-- name: refresh
UPDATE conversation
   SET messages = (SELECT count(*) FROM message WHERE conversation = :seq),
       last_message_at = coalesce((SELECT max(at) FROM message WHERE conversation = :seq), started_at)
 WHERE seq = :seq;

-- name: state
SELECT id, owner, title, source, project, task, started_at, last_message_at, ended_at, messages, extracted_to
  FROM conversation WHERE owner = :owner AND id = :id;

-- name: latest
SELECT id, owner, title, source, project, task, started_at, last_message_at, ended_at, messages, extracted_to
  FROM conversation WHERE owner = :owner ORDER BY last_message_at DESC, seq DESC LIMIT :limit;

-- name: messages
SELECT m.id, m.position, m.speaker, m.text, m.at, m.origin, m.name FROM message m
  JOIN conversation c ON c.seq = m.conversation
 WHERE c.owner = :owner AND c.id = :id AND m.position >= :from ORDER BY m.position;

-- name: latest_messages
SELECT m.id, m.position, m.speaker, m.text, m.at, m.origin, m.name FROM message m
  JOIN conversation c ON c.seq = m.conversation
 WHERE c.owner = :owner AND c.id = :id
   AND m.position <= coalesce((SELECT position FROM message WHERE conversation = c.seq AND id = :up_to), m.position)
 ORDER BY m.position DESC LIMIT :limit;

-- name: note_explicit
INSERT INTO explicit_act (owner, conversation, message, at) VALUES (:owner, :conversation, :message, :at)
ON CONFLICT (owner, conversation, message) DO NOTHING;

-- name: explicit
SELECT message FROM explicit_act WHERE owner = :owner AND conversation = :conversation;

-- name: message_rows
SELECT m.seq, m.text, m.at, m.name FROM message m WHERE m.seq IN (SELECT value FROM json_each(:seqs));

-- name: speakers
SELECT seq, speaker FROM message WHERE seq IN (SELECT value FROM json_each(:seqs));

-- name: around
-- The turns at most :reach before or after these, each once, conversation by conversation in order, and whether each
-- ends in a question; of a long one the size is known without reading it.
SELECT DISTINCT near.conversation, near.position, near.seq,
       CASE WHEN octet_length(near.text) > :max_asking_bytes THEN 0
            ELSE substr(rtrim(near.text, char(9, 10, 13, 32)), -1) IN ('?', '？') END
  FROM message found
  JOIN message near ON near.conversation = found.conversation
   AND near.position BETWEEN found.position - :reach AND found.position + :reach
 WHERE found.seq IN (SELECT value FROM json_each(:seqs)) ORDER BY near.conversation, near.position;

-- name: located
SELECT m.seq, c.id, c.title, m.id, m.position, m.speaker, m.text, m.at, m.origin, m.name
  FROM message m JOIN conversation c ON c.seq = m.conversation
 WHERE m.seq IN (SELECT value FROM json_each(:seqs)) AND c.owner = :owner;

-- name: all_rows
SELECT m.seq, c.owner, m.text, m.at, m.name FROM message m JOIN conversation c ON c.seq = m.conversation
 WHERE m.seq > :after AND m.text <> '' ORDER BY m.seq LIMIT :limit;

-- name: mark_extracted
UPDATE conversation SET extracted_to = max(extracted_to, :position) WHERE owner = :owner AND id = :id;

-- name: end
UPDATE conversation SET ended_at = :at WHERE owner = :owner AND id = :id AND ended_at IS NULL RETURNING id;

-- name: set_summary
UPDATE conversation SET summary = :summary WHERE owner = :owner AND id = :id;

-- name: summary
SELECT summary FROM conversation WHERE owner = :owner AND id = :id;

-- name: redact
-- Replace a quote in the words of one message and in the name of who said them, in whosesoever conversation of that id
-- it stands.
UPDATE message SET text = replace(text, :quote, :mark), name = replace(name, :quote, :mark)
 WHERE id = :message AND conversation IN (SELECT seq FROM conversation WHERE id = :conversation)
   AND (instr(text, :quote) > 0 OR instr(name, :quote) > 0)
RETURNING seq, (SELECT owner FROM conversation WHERE seq = message.conversation), text, at, name;

-- name: drop_summaries
-- What was summed up may hold the words too; it is made anew.
UPDATE conversation SET summary = NULL WHERE id = :conversation;

-- name: delete_messages
DELETE FROM message WHERE conversation = (SELECT seq FROM conversation WHERE owner = :owner AND id = :id) RETURNING seq;

-- name: delete
DELETE FROM conversation WHERE owner = :owner AND id = :id RETURNING id;
