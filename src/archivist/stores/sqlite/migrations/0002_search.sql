-- Full text. The tables hold terms only, no text: they can be emptied and rebuilt from the records at any time.
CREATE VIRTUAL TABLE memory_fts USING fts5 (terms, content = '', contentless_delete = 1, tokenize = "unicode61 tokenchars '_'");
CREATE VIRTUAL TABLE message_fts USING fts5 (terms, content = '', contentless_delete = 1, tokenize = "unicode61 tokenchars '_'");
