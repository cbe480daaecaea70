-- Which messages on Discord show a table. Never their text.
CREATE TABLE messages (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    kind     TEXT    NOT NULL, -- board, hand, notice, invitation
    user     INTEGER NOT NULL, -- 0: nobody's in particular
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    rev      INTEGER NOT NULL, -- the revision that it shows
    posted   INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind, user)
) STRICT, WITHOUT ROWID;
