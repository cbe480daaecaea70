-- What tables committed themselves to as they were opened, so that their deals can be proved. One that came to nothing is
-- forgotten after a week, but keeps its line here, and its number: that it was an attempt shows.
CREATE TABLE seals (
    table_id  TEXT    NOT NULL PRIMARY KEY,
    scope     INTEGER NOT NULL, -- the server; of direct messages their channel
    channel   INTEGER NOT NULL,
    number    INTEGER NOT NULL, -- from 1, in the order in which the tables there were opened
    attempt   INTEGER NOT NULL, -- from 1: which of the tables of its channel since a match was last decided there
    secret    BLOB    NOT NULL, -- 32 bytes: until the match is over they tell every card
    rules_rev INTEGER NOT NULL, -- of the game, as the table was opened
    start     TEXT,             -- what the press that started the match added; NULL until then
    UNIQUE (scope, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX seals_of_a_channel ON seals (channel, number);

-- What whoever sits there added to the chance: 'press:1234', the id of a press, or 'word:...', what they typed.
ALTER TABLE seats ADD COLUMN adds TEXT;
