-- What people at a match wished of it, and what the others said to that: to end it without a result, or that the house
-- plays on for somebody who is away.
CREATE TABLE wishes (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL, -- from 1, in the order in which they were said
    seat     INTEGER NOT NULL, -- whose word it is
    entries  INTEGER NOT NULL, -- how many the journal had by then
    at       INTEGER NOT NULL,
    says     TEXT    NOT NULL, -- end, house, agree or on (they play on)
    absent   INTEGER,          -- house: the seat that it is to play
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
