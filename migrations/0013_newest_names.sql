-- The interaction that brought a name: an older one does not overwrite it. In a server, '' stands for no nickname: there
-- the name of the account holds, whatever interaction brought it.
ALTER TABLE names ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;

CREATE INDEX names_of_a_user ON names (user);

-- From now on whoever sits at a table or is asked to one has a name, which everything that shows them shows.
INSERT INTO names (scope, user, name)
    SELECT 0, user, coalesce(account, name) FROM seats WHERE live = 1 ORDER BY joined
    ON CONFLICT (scope, user) DO UPDATE SET name = excluded.name;
INSERT INTO names (scope, user, name)
    SELECT t.guild, s.user, s.name FROM seats s JOIN tables t ON t.id = s.table_id
    WHERE s.live = 1 AND t.guild IS NOT NULL ORDER BY s.joined
    ON CONFLICT (scope, user) DO UPDATE SET name = excluded.name;
UPDATE names SET name = ''
    WHERE scope <> 0 AND EXISTS (SELECT 1 FROM names a WHERE a.scope = 0 AND a.user = names.user AND a.name = names.name);
