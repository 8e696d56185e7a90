import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const database = useDatabaseBefore('20261201100000_deleted_key_names');

test('the migration replaces the names of tokens and keys of deleted accounts only', async () => {
  const { db } = database;
  /** Adds a key of an account in this state; returns its id. */
  const keyOf = async (state: string): Promise<string> => {
    const [userId, id] = [randomUUID(), randomUUID()];
    await db.$executeRaw`
      insert into users (id, username, display_name, state)
      values (${userId}::uuid, ${userId}, 'A user', ${state}::"UserState")`;
    await db.$executeRaw`
      insert into credentials (id, kind, user_id, name, key_id, secret_hash)
      values (${id}::uuid, 'pat', ${userId}::uuid, 'laptop of Ann', ${id}, '\\x00')`;
    return id;
  };
  const ids = { active: await keyOf('active'), deleted: await keyOf('deleted') };
  await database.upgrade();
  const nameOf = async (id: string) =>
    (await db.credential.findUniqueOrThrow({ where: { id } })).name;
  expect(await nameOf(ids.active)).toBe('laptop of Ann');
  expect(await nameOf(ids.deleted)).toBe('Deleted key');
});
