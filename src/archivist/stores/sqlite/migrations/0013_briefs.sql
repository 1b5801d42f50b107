-- What a model made of the layers of a folder, for the start of a session.

CREATE TABLE workspace_brief (
  folder INTEGER PRIMARY KEY REFERENCES workspace_folder (seq),
  of TEXT NOT NULL,                   -- fingerprint of the texts it was made of
  text TEXT NOT NULL                  -- '' where the model made none that holds
) STRICT;
