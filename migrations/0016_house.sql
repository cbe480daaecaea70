-- A seat has a person or the house; so have a place that is kept for somebody, and a line of a result.
ALTER TABLE seats ADD COLUMN house TEXT; -- this fails where all is done already, so that nothing is done twice

CREATE TABLE new_seats (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    user     INTEGER,          -- NULL: the house
    house    TEXT,             -- 'easy-1': its level, and a number that tells it from others of that level at the table
    name     TEXT    NOT NULL,
    account  TEXT,             -- the name of the account, where somebody sits under another one
    live     INTEGER NOT NULL, -- is the table in its lobby or playing?
    joined   INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user),
    UNIQUE (table_id, house),
    CHECK ((user IS NULL) <> (house IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO new_seats SELECT table_id, seat, user, house, name, account, live, joined FROM seats;
DROP TABLE seats;
ALTER TABLE new_seats RENAME TO seats;
CREATE INDEX live_seats_of_a_user ON seats (user) WHERE live = 1;

CREATE TABLE new_guests (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    place    INTEGER NOT NULL,
    user     INTEGER, -- NULL: the house
    house    TEXT,    -- as at its seat
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, place),
    CHECK ((user IS NULL) <> (house IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO new_guests (table_id, place, user, name) SELECT table_id, place, user, name FROM guests;
DROP TABLE guests;
ALTER TABLE new_guests RENAME TO guests;

CREATE TABLE new_result_seats (
    result INTEGER NOT NULL REFERENCES results (id),
    seat   INTEGER NOT NULL,
    user   INTEGER, -- NULL: the house
    level  TEXT,    -- of the house: easy, medium or hard
    name   TEXT    NOT NULL,
    side   INTEGER NOT NULL,
    place  INTEGER NOT NULL, -- 1: won
    score  INTEGER NOT NULL,
    -- The rating of this game, everywhere and of all time; NULL where the match was not rated.
    before INTEGER,
    after  INTEGER,
    PRIMARY KEY (result, seat),
    CHECK ((user IS NULL) <> (level IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO new_result_seats (result, seat, user, name, side, place, score, before, after)
    SELECT result, seat, user, name, side, place, score, before, after FROM result_seats;
DROP TABLE result_seats;
ALTER TABLE new_result_seats RENAME TO result_seats;
CREATE INDEX results_of_a_user ON result_seats (user, result);
