-- The name of the account, where somebody sits under another one: a nickname is its server's affair.
ALTER TABLE seats ADD COLUMN account TEXT;

-- The name of each player as of their last decided match: in its server as they are called there, everywhere as their account is.
CREATE TABLE names (
    scope INTEGER NOT NULL, -- the server; 0: everywhere
    user  INTEGER NOT NULL,
    name  TEXT    NOT NULL,
    PRIMARY KEY (scope, user)
) STRICT, WITHOUT ROWID;

INSERT INTO names SELECT DISTINCT r.scope, p.user, p.name FROM ratings r JOIN people p ON p.user = r.user;
DROP TABLE people;
