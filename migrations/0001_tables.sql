-- Tables, who sits at them, who is asked to come, and which interactions changed them.
-- Ids of Discord are 64 bits, kept as signed integers; times are milliseconds since 1970.
CREATE TABLE tables (
    id         TEXT    NOT NULL PRIMARY KEY,
    channel    INTEGER NOT NULL,
    guild      INTEGER,
    game       TEXT    NOT NULL,
    variant    TEXT    NOT NULL,
    options    TEXT    NOT NULL, -- JSON object: what differs from the variant
    seats      INTEGER,          -- exactly so many; NULL: as many as come
    stage      INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 3), -- lobby, playing, over, closed
    host       INTEGER NOT NULL,
    private    INTEGER NOT NULL,
    challenge  INTEGER NOT NULL,
    first      INTEGER,          -- the seat that is to play first; NULL: drawn for
    header     TEXT,             -- JSON: how the match began, with its seed
    rev        INTEGER NOT NULL, -- how often this row was saved
    created    INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    rematch_of TEXT REFERENCES tables (id),
    rematch    TEXT REFERENCES tables (id)
) STRICT, WITHOUT ROWID;

-- One live table a channel, whoever writes.
CREATE UNIQUE INDEX one_live_table_a_channel ON tables (channel) WHERE stage < 2;
CREATE INDEX tables_of_a_channel ON tables (channel, created);
CREATE INDEX ended_tables_by_time ON tables (updated) WHERE stage >= 2;

CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    live     INTEGER NOT NULL, -- is the table in its lobby or playing?
    joined   INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_seats_of_a_user ON seats (user) WHERE live = 1;

CREATE TABLE guests (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    place    INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, place)
) STRICT, WITHOUT ROWID;

-- Interactions that changed a table otherwise than by a move, and the table that answers for them. Kept for a week.
CREATE TABLE causes (
    cause    INTEGER NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL REFERENCES tables (id),
    at       INTEGER NOT NULL
) STRICT;

CREATE INDEX causes_of_a_table ON causes (table_id);
