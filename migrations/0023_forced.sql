-- Which forced moves play themselves at a table: 0 those that tell nothing, 1 all, 2 none.
ALTER TABLE tables ADD COLUMN forced INTEGER NOT NULL DEFAULT 0 CHECK (forced IN (0, 1, 2));
-- After this entry a move plays itself: should the program stop before it has, the table is woken for it.
ALTER TABLE journal ADD COLUMN goes_on INTEGER;
