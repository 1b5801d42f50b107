-- Rules that are recalled bind whatever is asked: a context takes the latest of them without reading the rest of a scope.
CREATE INDEX memory_rules ON memory (scope, last_active_at) WHERE status = 'active' AND kind = 'rule' AND delivery IS NULL;
