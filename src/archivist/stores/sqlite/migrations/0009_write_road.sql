-- The messages that were answered by an explicit act on memory: background reading leaves their turn alone.
CREATE TABLE explicit_act (
  owner TEXT NOT NULL,
  conversation TEXT NOT NULL,
  message TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (owner, conversation, message)
) STRICT, WITHOUT ROWID;

-- An erase looks for a quote by the conversation it names, whosesoever that is.
CREATE INDEX conversation_id ON conversation (id);

-- An erased entry waits for nobody.
UPDATE proposal SET status = 'dismissed' WHERE candidate = '' AND status = 'pending';
