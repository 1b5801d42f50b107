-- name: put
-- A folder that is adopted again keeps its number, so that its runs and entries stay with it.
INSERT INTO workspace_folder (owner, project, path, fragments, layout, adopted_at)
VALUES (:owner, :project, :path, :fragments, :layout, :at)
ON CONFLICT (owner, project) DO UPDATE SET path = excluded.path, fragments = excluded.fragments, layout = excluded.layout
RETURNING seq;

-- name: of
SELECT seq, owner, project, path, fragments, layout, adopted_at, scanned_at FROM workspace_folder
 WHERE owner = :owner AND project = :project;

-- name: all
SELECT seq, owner, project, path, fragments, layout, adopted_at, scanned_at FROM workspace_folder ORDER BY seq;

-- name: scanned
UPDATE workspace_folder SET scanned_at = :at WHERE seq = :folder;

-- name: entries
SELECT name, mark, version, memory, revision, rival, proposal, reason FROM shelf_entry WHERE folder = :folder;

-- name: put_entry
INSERT INTO shelf_entry (folder, name, mark, version, memory, revision, rival, proposal, reason)
VALUES (:folder, :name, :mark, :version, :memory, :revision, :rival, :proposal, :reason)
ON CONFLICT (folder, name) DO UPDATE SET mark = excluded.mark, version = excluded.version, memory = excluded.memory,
  revision = excluded.revision, rival = excluded.rival, proposal = excluded.proposal, reason = excluded.reason;

-- name: drop_entry
DELETE FROM shelf_entry WHERE folder = :folder AND name = :name;

-- name: drop_entries
DELETE FROM shelf_entry WHERE folder = :folder;

-- name: moved_on
-- Entries whose record changed since file and record were last equal, or that wait for a person.
SELECT e.name, e.mark, e.version, e.memory, e.revision, e.rival, e.proposal, e.reason
  FROM shelf_entry e LEFT JOIN memory m ON m.id = e.memory
 WHERE e.folder = :folder AND (e.rival IS NOT NULL OR e.proposal IS NOT NULL OR m.revision <> e.revision);

-- name: brief
SELECT of, text FROM workspace_brief WHERE folder = :folder;

-- name: keep_brief
INSERT INTO workspace_brief (folder, of, text) VALUES (:folder, :of, :text)
ON CONFLICT (folder) DO UPDATE SET of = excluded.of, text = excluded.text;

-- name: drop_briefs
DELETE FROM workspace_brief;

-- name: add_profile_change
INSERT INTO profile_change (folder, field, old, new, memory, at) VALUES (:folder, :field, :old, :new, :memory, :at);

-- name: profile_changes
SELECT field, old, new, memory, at FROM profile_change WHERE folder = :folder ORDER BY seq;

-- name: blank_profile_changes
UPDATE profile_change SET old = '', new = '' WHERE memory = :memory;
