-- Whom a host sent away from a lobby: they come back when a host lets them.
CREATE TABLE sent_away (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    place    INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, place)
) STRICT, WITHOUT ROWID;
