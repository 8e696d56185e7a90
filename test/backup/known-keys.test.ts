import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDraft } from '../../src/admin/backup/draft.js';
import { isKeyKnown, writeKeys } from '../../src/admin/backup/keys.js';
import { readKeyFile } from '../../src/platform/key-file.js';
import { lookupRowName } from '../../src/platform/key-rows.js';
import { rootKey } from '../../src/platform/root-keys.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-known-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const key = (byte: number) => new Uint8Array(32).fill(byte);

it('a backup keeps a key that a rotation drops while the database is copied', async () => {
  const draft = await startDraft(join(folder, 'draft'));
  const before = { present: key(1), former: [key(2)] };
  await writeKeys(draft, before, { present: key(3), former: [] });
  const written = readKeyFile(join(folder, 'draft', 'keys'));
  expect(rootKey(written.present).id).toBe(rootKey(key(3)).id);
  expect(written.former.map((bytes) => rootKey(bytes).id)).toEqual(
    [key(1), key(2)].map((bytes) => rootKey(bytes).id),
  );
});

it('a database whose secrets none of the keys opens is recognized', () => {
  const rows = ['root', lookupRowName(rootKey(key(1)).id)];
  expect(isKeyKnown(rows, [key(2), key(1)])).toBe(true);
  expect(isKeyKnown(rows, [key(2)])).toBe(false);
  expect(isKeyKnown(rows, [])).toBe(false);
});
