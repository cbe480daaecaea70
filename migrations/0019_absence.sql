-- Whether whoever left a seat to the house did not choose to: their time ran out, or the others wished to play on.
ALTER TABLE stand_ins ADD COLUMN away INTEGER NOT NULL DEFAULT 0;
