-- Layered folders, what lies on their shelves, and the runs of the timed jobs.

CREATE TABLE workspace_folder (
  seq INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,                -- the user whose folder it is
  project TEXT NOT NULL DEFAULT '',   -- '' for the one that is there besides those of projects
  path TEXT NOT NULL,
  fragments TEXT NOT NULL DEFAULT '', -- address of an object store; '' for the folder's own fragments
  layout TEXT NOT NULL,               -- JSON of WorkspaceLayout
  adopted_at INTEGER NOT NULL,
  scanned_at INTEGER,
  UNIQUE (owner, project)
) STRICT;

-- One text on a shelf: what was seen of it, and the record it stands for.
CREATE TABLE shelf_entry (
  folder INTEGER NOT NULL REFERENCES workspace_folder (seq),
  name TEXT NOT NULL,
  mark TEXT NOT NULL,
  version TEXT NOT NULL,
  memory TEXT,                        -- id of the record; NULL while there is none
  revision INTEGER NOT NULL DEFAULT 0, -- of the record when both were last equal
  rival TEXT,                         -- id of the other record where file and record were changed both
  proposal TEXT,                      -- id of the queue entry that waits for a person
  reason TEXT NOT NULL DEFAULT '',    -- why there is no record; never the words
  PRIMARY KEY (folder, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX shelf_entry_memory ON shelf_entry (memory) WHERE memory IS NOT NULL;

-- Texts of a shelf that lies in the database.
CREATE TABLE sheet (
  shelf TEXT NOT NULL,
  name TEXT NOT NULL,
  same TEXT NOT NULL,                 -- the name as disks that fold case and composition see it
  text TEXT NOT NULL,
  version TEXT NOT NULL,
  PRIMARY KEY (shelf, name),
  UNIQUE (shelf, same)
) STRICT, WITHOUT ROWID;

-- A field of the profile that followed a changed preference; emptied when the record is erased.
CREATE TABLE profile_change (
  seq INTEGER PRIMARY KEY,
  folder INTEGER NOT NULL REFERENCES workspace_folder (seq),
  field TEXT NOT NULL,
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  memory TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- One run of a timed job. `key` names the night, so that two schedulers never do one twice.
CREATE TABLE job_run (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  job TEXT NOT NULL,
  folder INTEGER,
  started_at INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  finished_at INTEGER,
  outcome TEXT NOT NULL DEFAULT '',
  came_in INTEGER NOT NULL DEFAULT 0,
  went_out INTEGER NOT NULL DEFAULT 0,
  detail TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX job_run_job ON job_run (job, folder, seq);
