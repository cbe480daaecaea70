-- What a person or a server has chosen. NULL: nothing, so that what stands above decides: the server for a person, and what
-- everybody gets for a server.
CREATE TABLE settings (
    kind    INTEGER NOT NULL, -- 0: a person, 1: a server
    owner   INTEGER NOT NULL,
    picture INTEGER,          -- 1: pictures, 0: text
    light   INTEGER,          -- 1: dark words on pale felt, 0: light words on dark felt
    direct  INTEGER,          -- 1: hands by direct message, 0: by a button that shows them to their owner alone
    PRIMARY KEY (kind, owner)
) STRICT, WITHOUT ROWID;
