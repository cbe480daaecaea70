-- Blocks of the bot's owner, which managers of servers cannot lift.
ALTER TABLE blocks ADD COLUMN owner INTEGER NOT NULL DEFAULT 0; -- 1: of the owner

UPDATE blocks SET owner = 1 WHERE scope = 0 OR (SELECT who IS NULL FROM deeds
    WHERE guild = blocks.scope AND deeds.user = blocks.user AND what = 'blocked' ORDER BY id DESC LIMIT 1);
