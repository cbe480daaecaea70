-- Tables that were closed before their match began are forgotten by their age, every day.
CREATE INDEX closed_lobbies_by_time ON tables (updated) WHERE stage = 3 AND header IS NULL AND rematch_of IS NULL;
-- Before a table goes, SQLite looks whether another one names it.
CREATE INDEX rematches ON tables (rematch) WHERE rematch IS NOT NULL;
CREATE INDEX rematches_of ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
