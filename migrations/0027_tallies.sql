-- How people have done, counted match by match, so that a profile is read by index however much somebody has played.
-- A line of one person: against everybody (opponent 0, level ''; only matches in which another person sat on another
-- side), one opponent, or a level of the house; with all games ('') or one, and with all variants ('') or one.
CREATE TABLE tallies (
    user     INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    level    TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    variant  TEXT    NOT NULL,
    matches  INTEGER NOT NULL,
    wins     INTEGER NOT NULL,
    losses   INTEGER NOT NULL, -- the rest were shared
    streak   INTEGER NOT NULL, -- so many of the last ones were won, one after another
    longest  INTEGER NOT NULL, -- the longest there was
    PRIMARY KEY (user, opponent, level, game, variant)
) STRICT, WITHOUT ROWID;

CREATE INDEX rivals ON tallies (user, game, matches) WHERE opponent <> 0;
CREATE INDEX tallies_against ON tallies (opponent) WHERE opponent <> 0;

-- The best of each person in each game, with the match where it was.
CREATE TABLE moments (
    user   INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    kind   TEXT    NOT NULL, -- peak (the highest rating), gain (the most points won in a match), streak (the longest)
    value  INTEGER NOT NULL,
    result INTEGER NOT NULL REFERENCES results (id),
    PRIMARY KEY (user, game, kind)
) STRICT, WITHOUT ROWID;

-- A rating's course is read by game.
ALTER TABLE result_seats ADD COLUMN game TEXT;
UPDATE result_seats SET game = (SELECT r.game FROM results r WHERE r.id = result);
CREATE INDEX courses ON result_seats (user, game, result) WHERE after IS NOT NULL;

-- Each match of each person, against whom or what, and whether it was won.
CREATE TEMP TABLE met AS
    SELECT m.user, 0 AS opponent, '' AS level, m.game, r.variant, m.result, m.place = 1 AS won, m.place > 1 AS lost
    FROM result_seats m JOIN results r ON r.id = m.result
    WHERE m.user IS NOT NULL AND EXISTS (SELECT 1 FROM result_seats o
        WHERE o.result = m.result AND o.user IS NOT NULL AND o.side <> m.side)
    UNION ALL
    SELECT m.user, o.user, '', m.game, '', m.result, m.place < o.place, m.place > o.place
    FROM result_seats m JOIN result_seats o ON o.result = m.result AND o.side <> m.side
    WHERE m.user IS NOT NULL AND o.user IS NOT NULL
    UNION ALL
    SELECT m.user, 0, h.level, m.game, '', m.result, m.place < min(h.place), m.place > min(h.place)
    FROM result_seats m JOIN result_seats h ON h.result = m.result AND h.side <> m.side
    WHERE m.user IS NOT NULL AND h.level IS NOT NULL GROUP BY m.result, m.seat, h.level;

-- Wins one after another have the same number of other matches before them.
CREATE TEMP TABLE runs AS
    SELECT *, sum(NOT won) OVER (PARTITION BY user, opponent, level, game, variant ORDER BY result) AS run FROM (
        SELECT user, opponent, level, '' AS game, '' AS variant, result, won, lost FROM met
        UNION ALL SELECT user, opponent, level, game, '', result, won, lost FROM met
        UNION ALL SELECT user, opponent, level, game, variant, result, won, lost FROM met WHERE variant <> '');

INSERT INTO tallies
    SELECT user, opponent, level, game, variant, sum(matches), sum(wins), sum(losses),
        max(CASE WHEN run = latest THEN wins END), max(wins)
    FROM (SELECT user, opponent, level, game, variant, run, count(*) AS matches, sum(won) AS wins, sum(lost) AS losses,
            max(run) OVER (PARTITION BY user, opponent, level, game, variant) AS latest
        FROM runs GROUP BY user, opponent, level, game, variant, run)
    GROUP BY user, opponent, level, game, variant;

INSERT INTO moments
    SELECT user, game, kind, value, result FROM (
        SELECT *, row_number() OVER (PARTITION BY user, game, kind ORDER BY value DESC, result) AS nth FROM (
            SELECT user, game, 'peak' AS kind, after AS value, result FROM result_seats WHERE user IS NOT NULL AND after IS NOT NULL
            UNION ALL SELECT user, game, 'gain', after - before, result FROM result_seats
                WHERE user IS NOT NULL AND after IS NOT NULL
            UNION ALL SELECT user, game, 'streak',
                sum(won) OVER (PARTITION BY user, game, run ORDER BY result), result
                FROM runs WHERE opponent = 0 AND level = '' AND game <> '' AND variant = ''))
    WHERE nth = 1 AND value > 0;

DROP TABLE temp.met;
DROP TABLE temp.runs;

-- Whoever was forgotten before is called as whoever is forgotten now.
UPDATE seats SET name = 'a former player' WHERE user < 0;
UPDATE guests SET name = 'a former player' WHERE user < 0;
UPDATE result_seats SET name = 'a former player' WHERE user < 0;
