-- What people made of the puzzles of a day.
CREATE TABLE daily (
    user   INTEGER NOT NULL,
    kind   INTEGER NOT NULL, -- 0: the sum, 1: the hand
    day    INTEGER NOT NULL, -- of UTC, since 1970
    guild  INTEGER,          -- the first server where they opened it; NULL: only in direct messages
    shown  INTEGER NOT NULL, -- when it was first shown to them
    ended  INTEGER,          -- when they solved it or gave it up; NULL: not yet
    solved INTEGER NOT NULL DEFAULT 0,
    tried  TEXT    NOT NULL DEFAULT '[]', -- JSON array: their answers, each once, the last one last
    shared INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, kind, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_of_a_server ON daily (guild, day, kind) WHERE solved = 1;

-- Where a server wants the day's puzzle announced.
CREATE TABLE mornings (
    guild   INTEGER NOT NULL PRIMARY KEY,
    channel INTEGER NOT NULL,
    posted  INTEGER NOT NULL -- the last day for which that was done, or needs not be done any more
) STRICT;
