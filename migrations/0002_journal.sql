-- The journal: the moves of each match in order. Its key refuses a second writer, its cause a second delivery.
CREATE TABLE journal (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL CHECK (number > 0), -- from 1
    seat     INTEGER NOT NULL,
    move     TEXT    NOT NULL, -- canonical notation
    at       INTEGER NOT NULL,
    cause    INTEGER,          -- the interaction; NULL for what no person did
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX journal_by_cause ON journal (cause) WHERE cause IS NOT NULL;
