-- Who speaks, where several people take a part in a conversation; '' where nobody told.
ALTER TABLE message ADD COLUMN name TEXT NOT NULL DEFAULT '';
