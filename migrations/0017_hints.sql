-- Who is given hints at a table: 0 whoever plays against the house, 1 everybody, 2 nobody.
ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1, 2));
