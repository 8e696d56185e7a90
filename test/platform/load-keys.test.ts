import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReadOnlyFault } from '../../src/platform/database/read-only-fault.js';
import { loadKeys } from '../../src/platform/load-keys.js';
import { silentLog } from '../../src/platform/log.js';
import { fixedRootKeys, type RootKeys } from '../../src/platform/root-keys.js';
import { createVault } from '../../src/platform/vault.js';
import { openTestDatabase, type TestDatabase } from '../database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

const [key, nextKey] = [randomBytes(32), randomBytes(32)];

const load = (roots: RootKeys, readOnly: boolean) =>
  loadKeys({
    ...{ db: database.db, roots, readOnly, vault: createVault(roots) },
    ...{ cluster: 'here', log: silentLog },
  });

it('a read-only start uses the secrets as they are, also with a newer key, and writes none', async () => {
  const { db } = database;
  await db.serverKey.deleteMany();
  await expect(load(fixedRootKeys(key), true)).rejects.toBeInstanceOf(ReadOnlyFault);
  await load(fixedRootKeys(key), false);
  const rows = await db.serverKey.findMany({ orderBy: { purpose: 'asc' } });
  await load(fixedRootKeys(nextKey, key), true);
  expect(await db.serverKey.findMany({ orderBy: { purpose: 'asc' } })).toEqual(rows);
  await expect(load(fixedRootKeys(nextKey), true)).rejects.toBeInstanceOf(ReadOnlyFault);
});
