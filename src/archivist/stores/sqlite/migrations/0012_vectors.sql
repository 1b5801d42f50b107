-- Vectors of memories and sections: half-precision floats as they are, by what may be seen together.
CREATE TABLE vector (
  kind TEXT NOT NULL,                 -- memory or section
  partition INTEGER NOT NULL,         -- the scope
  entry INTEGER NOT NULL,             -- seq of the memory or section
  model TEXT NOT NULL,
  dims INTEGER NOT NULL,
  data BLOB NOT NULL,                 -- dims little-endian float16, unit length
  PRIMARY KEY (kind, partition, entry)
) STRICT, WITHOUT ROWID;

-- Rises with each change in a partition, so that what is held in memory of it is never stale.
CREATE TABLE vector_change (
  kind TEXT NOT NULL,
  partition INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (kind, partition)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER vector_added AFTER INSERT ON vector BEGIN
  INSERT INTO vector_change (kind, partition, number) VALUES (NEW.kind, NEW.partition, 1)
  ON CONFLICT (kind, partition) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER vector_removed AFTER DELETE ON vector BEGIN
  UPDATE vector_change SET number = number + 1 WHERE kind = OLD.kind AND partition = OLD.partition;
END;

-- A vector goes with the text it was made of: whoever changes, ends, moves or erases that, the vector is gone with it.
CREATE TRIGGER memory_outdates_vector AFTER UPDATE ON memory
WHEN OLD.text IS NOT NEW.text OR OLD.name IS NOT NEW.name OR OLD.description IS NOT NEW.description
  OR OLD.scope IS NOT NEW.scope OR NEW.status NOT IN ('active', 'conflict')
BEGIN
  DELETE FROM vector WHERE kind = 'memory' AND partition = OLD.scope AND entry = OLD.seq;
END;

CREATE TRIGGER memory_takes_vector AFTER DELETE ON memory BEGIN
  DELETE FROM vector WHERE kind = 'memory' AND partition = OLD.scope AND entry = OLD.seq;
END;

CREATE TRIGGER document_outdates_vectors AFTER UPDATE ON document
WHEN OLD.ready IS NOT NULL AND (OLD.ready IS NOT NEW.ready OR OLD.scope IS NOT NEW.scope OR NEW.deleted_at IS NOT NULL)
BEGIN
  DELETE FROM vector
   WHERE kind = 'section' AND partition = OLD.scope
     AND entry IN (SELECT seq FROM section WHERE version = OLD.ready);
END;

CREATE TRIGGER section_takes_vector BEFORE DELETE ON section BEGIN
  DELETE FROM vector
   WHERE kind = 'section' AND entry = OLD.seq
     AND partition = (SELECT d.scope FROM document_version v JOIN document d ON d.seq = v.document
                       WHERE v.seq = OLD.version);
END;
