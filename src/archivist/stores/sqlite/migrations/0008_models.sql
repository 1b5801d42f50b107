-- What each role asked of which model, by local day.
CREATE TABLE model_use (
  day TEXT NOT NULL,
  role TEXT NOT NULL,
  model TEXT NOT NULL,
  requests INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  dollars REAL NOT NULL,
  failures INTEGER NOT NULL,
  PRIMARY KEY (day, role, model)
) STRICT, WITHOUT ROWID;
