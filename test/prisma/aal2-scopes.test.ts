import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const database = useDatabaseBefore('20261122103443_aal2_scopes');

test('credentials and approvals of earlier releases count as AAL2 only if their rows contain an AAL2 time', async () => {
  const { db } = database;
  const insert = (name: string, aal2At: string) => `
    insert into credentials (id, kind, user_id, name, key_id, secret_hash, scopes, aal2_at)
    values ('${randomUUID()}', 'pat', '${randomUUID()}', '${name}', '${name}', '',
      '{teams:admin,mods:read}', ${aal2At})`;
  await database.unchecked(
    insert('strong', 'now()'),
    insert('weak', 'null'),
    `insert into app_grants (id, app_id, user_id, scopes)
     values ('${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '{teams:admin}')`,
  );
  await database.upgrade();
  const credentials = await db.credential.findMany({ orderBy: { name: 'asc' } });
  expect(credentials.map(({ name, aal2Scopes }) => [name, aal2Scopes])).toEqual([
    ['strong', ['teams:admin', 'mods:read']],
    ['weak', []],
  ]);
  expect((await db.appGrant.findFirstOrThrow()).aal2Scopes).toEqual([]);
});
