-- Who may open and join no tables.
CREATE TABLE blocks (
    scope INTEGER NOT NULL, -- the server; 0: everywhere
    user  INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (scope, user)
) STRICT, WITHOUT ROWID;

-- What a server allows. NULL: whatever people like.
CREATE TABLE limits (
    guild     INTEGER NOT NULL PRIMARY KEY,
    forbidden TEXT,    -- JSON array: the ids of games that are not played there
    most      INTEGER, -- tables at once
    idle      INTEGER  -- days without a change after which a table is closed
) STRICT;

-- What owners of the bot and managers of servers did. Kept for a year.
CREATE TABLE deeds (
    id    INTEGER PRIMARY KEY, -- in the order in which they were done
    at    INTEGER NOT NULL,
    guild INTEGER,             -- NULL: everywhere
    who   INTEGER,             -- NULL: the bot's owner, by command
    what  TEXT    NOT NULL,    -- in words, without names
    user  INTEGER              -- whom it concerned, if a person
) STRICT;

CREATE INDEX deeds_of_a_server ON deeds (guild, id);
CREATE INDEX deeds_by_time ON deeds (at);
-- So many live tables of a server, and those at which nothing happens any more.
CREATE INDEX live_tables_of_a_server ON tables (guild) WHERE stage < 2;
