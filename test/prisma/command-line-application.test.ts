import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const database = useDatabaseBefore('20261125220000_command_line_application');

test('an existing database gets the command line as a reviewed application, and keeps its own', async () => {
  const { db } = database;
  const [id, ownerId] = [randomUUID(), randomUUID()];
  await database.unchecked(
    `insert into users (id, username, display_name) values ('${ownerId}', 'ada', 'Ada')`,
    `insert into apps (id, client_id, kind, owner_id, name)
     values ('${id}', 'f00d', 'public', '${ownerId}', 'Pack')`,
  );
  await database.upgrade();
  const own = await db.app.findUniqueOrThrow({ where: { clientId: 'modport-cli' } });
  expect(own).toMatchObject({
    ownerId: null,
    review: 'approved',
    kind: 'public',
    secretHash: null,
  });
  expect(await db.app.findUnique({ where: { id } })).toMatchObject({ ownerId, clientId: 'f00d' });
  const orphan = db.app.update({ where: { id }, data: { ownerId: null } });
  await expect(orphan).rejects.toThrow('apps_owned');
});
