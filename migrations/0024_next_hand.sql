-- Whether the next hand waits a moment, so that people see how the last one ended: 0 yes, 1 no.
ALTER TABLE tables ADD COLUMN next_hand INTEGER NOT NULL DEFAULT 0 CHECK (next_hand IN (0, 1));
