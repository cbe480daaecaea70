-- Ratings (Weng-Lin). A ladder is a scope, a game and a period; each is rated for itself, so that a season begins afresh.
CREATE TABLE ratings (
    scope   INTEGER NOT NULL, -- the server; 0: everywhere
    game    TEXT    NOT NULL, -- '': all games together
    period  INTEGER NOT NULL, -- 0: all time; 20263: the third quarter of 2026; 202607: July 2026
    user    INTEGER NOT NULL,
    mu      REAL    NOT NULL,
    sigma   REAL    NOT NULL,
    points  INTEGER NOT NULL, -- what leaderboards compare
    matches INTEGER NOT NULL,
    wins    INTEGER NOT NULL,
    PRIMARY KEY (scope, game, period, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX ladders ON ratings (scope, game, period, points DESC, user);

-- The name of each player as of their last decided match.
CREATE TABLE people (
    user INTEGER NOT NULL PRIMARY KEY,
    name TEXT    NOT NULL
) STRICT;
