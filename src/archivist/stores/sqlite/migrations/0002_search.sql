-- Full text. The tables hold terms only, no text and no positions: they can be emptied and rebuilt at any time.
-- Terms come ready made, separated by spaces; every other ASCII mark belongs to a term. Deletes need no old text.
CREATE VIRTUAL TABLE memory_fts USING fts5 (
  terms, content = '', contentless_delete = 1, detail = 'none',
  tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE VIRTUAL TABLE message_fts USING fts5 (
  terms, content = '', contentless_delete = 1, detail = 'none',
  tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE VIRTUAL TABLE section_fts USING fts5 (
  terms, content = '', contentless_delete = 1, detail = 'none',
  tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
