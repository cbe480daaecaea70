-- Who played which match until it was decided, or closed: somebody's matches are listed by index, the latest first.
CREATE TABLE played (
    user     INTEGER NOT NULL,
    ended    INTEGER NOT NULL, -- when, in milliseconds since 1970
    table_id TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    PRIMARY KEY (user, ended, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX played_of_a_game ON played (user, game, ended, table_id);

INSERT INTO played SELECT s.user, coalesce(r.finished, t.updated), t.id, t.game
    FROM tables t JOIN seats s ON s.table_id = t.id LEFT JOIN results r ON r.table_id = t.id
    WHERE t.stage >= 2 AND t.header IS NOT NULL AND s.user IS NOT NULL;
