import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReadOnlyFault } from '../../src/platform/database/session.js';
import { forgottenRowName, lookupRowName } from '../../src/platform/key-rows.js';
import { loadKeys, OtherKeys } from '../../src/platform/load-keys.js';
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
    db: database.db,
    roots,
    readOnly,
    vault: createVault(roots),
    cluster: 'here',
  });

it('a read-only start uses the secrets as they are, also with a newer key, and writes none', async () => {
  const { db } = database;
  await db.serverKey.deleteMany();
  await expect(load(fixedRootKeys(key), true)).rejects.toBeInstanceOf(ReadOnlyFault);
  await load(fixedRootKeys(key), false);
  const rows = await db.serverKey.findMany({ orderBy: { purpose: 'asc' } });
  await load(fixedRootKeys(nextKey, key), true);
  expect(await db.serverKey.findMany({ orderBy: { purpose: 'asc' } })).toEqual(rows);
  await expect(load(fixedRootKeys(nextKey), true)).rejects.toBeInstanceOf(OtherKeys);
});

it('a read-only start with a forgotten key uses its secret and writes nothing, and a later start restores it', async () => {
  const { db } = database;
  await db.serverKey.deleteMany();
  const roots = fixedRootKeys(key);
  const before = (await load(roots, false)).mac('actors', 'x');
  const [lookup, forgotten] = [
    lookupRowName(roots.present().id),
    forgottenRowName(roots.present().id),
  ];
  await db.serverKey.update({ where: { purpose: lookup }, data: { purpose: forgotten } });
  expect((await load(roots, true)).mac('actors', 'x')).toEqual(before);
  expect(await db.serverKey.count({ where: { purpose: forgotten } })).toBe(1);
  expect((await load(roots, false)).mac('actors', 'x')).toEqual(before);
  const rows = await db.serverKey.findMany({ orderBy: { purpose: 'asc' } });
  expect(rows.map(({ purpose }) => purpose)).toEqual([lookup, 'root']);
});
