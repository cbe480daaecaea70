-- Decided matches. A result's record is its table: header and journal.
CREATE TABLE results (
    id       INTEGER PRIMARY KEY, -- in the order in which matches ended
    table_id TEXT    NOT NULL UNIQUE REFERENCES tables (id),
    game     TEXT    NOT NULL,
    variant  TEXT    NOT NULL,
    guild    INTEGER,
    channel  INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    moves    INTEGER NOT NULL
) STRICT;

CREATE TABLE result_seats (
    result INTEGER NOT NULL REFERENCES results (id),
    seat   INTEGER NOT NULL,
    user   INTEGER NOT NULL,
    name   TEXT    NOT NULL,
    side   INTEGER NOT NULL,
    place  INTEGER NOT NULL, -- 1: won
    score  INTEGER NOT NULL,
    -- The rating of this game, everywhere and of all time; NULL where the match was not rated.
    before INTEGER,
    after  INTEGER,
    PRIMARY KEY (result, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_a_user ON result_seats (user, result);
