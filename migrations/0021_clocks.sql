-- How long a person may take over a move, in seconds; 0: as long as they like.
ALTER TABLE tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;
-- When its clock next asks for something, in milliseconds since 1970; never later than that.
ALTER TABLE tables ADD COLUMN due INTEGER;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
-- When nobody could have moved, because the bot or Discord was away: that time is nobody's.
CREATE TABLE absences (
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;
-- When the bot was last alive while a clock ran.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
