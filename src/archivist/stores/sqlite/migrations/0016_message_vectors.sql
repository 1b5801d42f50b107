-- Vectors of messages, beside those of memories and sections: kind message, entry its seq, partition its owner's scope.
CREATE TRIGGER message_outdates_vector AFTER UPDATE OF text ON message WHEN OLD.text IS NOT NEW.text BEGIN
  DELETE FROM vector
   WHERE kind = 'message' AND entry = OLD.seq
     AND partition = (SELECT s.seq FROM conversation c JOIN scope s ON s.kind = 'user' AND s.id = c.owner AND s.holder = ''
                       WHERE c.seq = OLD.conversation);
END;

CREATE TRIGGER message_takes_vector BEFORE DELETE ON message BEGIN
  DELETE FROM vector
   WHERE kind = 'message' AND entry = OLD.seq
     AND partition = (SELECT s.seq FROM conversation c JOIN scope s ON s.kind = 'user' AND s.id = c.owner AND s.holder = ''
                       WHERE c.seq = OLD.conversation);
END;
