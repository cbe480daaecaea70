-- Who plays for somebody whose time has run out again and again; 0: the house.
ALTER TABLE tables ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
