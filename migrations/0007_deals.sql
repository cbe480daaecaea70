-- Which deal a hand's message shows: the next one gets a message of its own, whoever was away meanwhile.
ALTER TABLE messages ADD COLUMN deal INTEGER NOT NULL DEFAULT 0; -- 0: not of one deal, or unknown
