-- Who plays a seat from some entry of the journal on: the house, in the place of whoever left it, or its owner again.
CREATE TABLE stand_ins (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL, -- from 1, in the order in which they came
    seat     INTEGER NOT NULL,
    entries  INTEGER NOT NULL, -- how many the journal had by then
    at       INTEGER NOT NULL,
    level    TEXT,             -- of the house: easy, medium or hard; NULL: the owner has the seat again
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
