-- Does somebody, or a server, want the notice that it is a person's turn? NULL: as the next who may choose does.
ALTER TABLE settings ADD COLUMN notices INTEGER;
