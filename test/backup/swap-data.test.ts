import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { finishSwap, killedRestore, swapData } from '../../src/admin/backup/swap-data.js';
import { refuseUnfinishedRestore } from '../../src/platform/embedded/unfinished-restore.js';

let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-swap-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const OLD = ['encryption.key', 'encryption.key.previous', 'mail', 'postgres', 'storage'];
const FRESH = ['encryption.key', 'postgres', 'postgres-password', 'storage'];
const STAYING = ['lock', 'mirror', 'notes.txt'];

const put = async (place: string, names: readonly string[], text: string) => {
  await mkdir(place, { recursive: true });
  for (const name of names) await writeFile(join(place, name), text);
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(folder, 'data-'));
  await put(dataDir, OLD, 'old');
  await put(dataDir, STAYING, 'stays');
});

const RESTORE = {
  from: '/backup/20270131T030000.000Z',
  until: new Date('2027-01-31T14:59:00Z'),
  timeline: null,
  lastWriteAt: new Date('2027-01-31T14:58:00Z'),
  missing: ['blobs/aa'],
};

/** The complete new contents, as a restore leaves them before it is killed. */
const prepare = async (more: object = { restore: RESTORE }) => {
  const plan = { before: 'before-x', old: OLD, fresh: FRESH, ...more };
  await put(join(dataDir, 'restored'), FRESH, 'new');
  await writeFile(join(dataDir, 'restored', 'plan.json'), JSON.stringify(plan));
};

const contents = async (place: string) => {
  const names = (await readdir(place)).filter((name) => name !== 'before-x').sort();
  const texts = await Promise.all(names.map((name) => readFile(join(place, name), 'utf8')));
  return Object.fromEntries(names.map((name, at) => [name, texts[at]]));
};
const all = (names: readonly string[], text: string) =>
  Object.fromEntries(names.map((name) => [name, text]));

const expectSwapped = async () => {
  const expected = { ...all(FRESH, 'new'), ...all(STAYING, 'stays') };
  expect(await contents(dataDir)).toEqual(expected);
  expect(await contents(join(dataDir, 'before-x'))).toEqual(all(OLD, 'old'));
};

it('a swap replaces the data of modport, keeps it aside, and leaves the mirror and files of the operator', async () => {
  await put(join(dataDir, 'restoring'), FRESH, 'new');
  expect(await swapData(dataDir, 'x', RESTORE)).toBe(join(dataDir, 'before-x'));
  await expectSwapped();
});

it('a swap that was killed after any of its steps is finished by the next call', async () => {
  for (let steps = 0; steps <= OLD.length + FRESH.length; steps += 1) {
    await rm(dataDir, { recursive: true });
    await put(dataDir, OLD, 'old');
    await put(dataDir, STAYING, 'stays');
    await prepare();
    await mkdir(join(dataDir, 'before-x'));
    const moves = [
      ...OLD.map((name) => [name, join('before-x', name)] as const),
      ...FRESH.map((name) => [join('restored', name), name] as const),
    ];
    for (const [from, to] of moves.slice(0, steps)) {
      await rename(join(dataDir, from), join(dataDir, to));
    }
    await expect(refuseUnfinishedRestore(dataDir)).rejects.toThrow('interrupted at its end');
    await finishSwap(dataDir);
    await expectSwapped();
    await refuseUnfinishedRestore(dataDir);
  }
});

it('the next call knows the restore of a killed swap', async () => {
  await put(join(dataDir, 'restoring'), FRESH, 'new');
  const aside = join(dataDir, 'before-x');
  // It ends the swap like a kill, after the new contents are complete.
  await writeFile(aside, '');
  await expect(swapData(dataDir, 'x', RESTORE)).rejects.toThrow('EEXIST');
  expect(await killedRestore(dataDir)).toEqual(RESTORE);
  await rm(aside);
  await finishSwap(dataDir);
  await expectSwapped();
  expect(await killedRestore(dataDir)).toBeNull();
});

it('a killed swap of an earlier release, which stored no request, is finished', async () => {
  await prepare({});
  expect(await killedRestore(dataDir)).toBeNull();
  await finishSwap(dataDir);
  await expectSwapped();
});

it('a start refuses a data directory in which a restore was killed', async () => {
  await mkdir(join(dataDir, 'restoring'));
  await expect(refuseUnfinishedRestore(dataDir)).rejects.toThrow('was interrupted; run');
});

it('a folder of the operator with the name of an unfinished restore is refused, and stays', async () => {
  await put(join(dataDir, 'restored'), ['notes.txt'], 'own');
  await expect(finishSwap(dataDir)).rejects.toThrow('is not from a restore');
  expect(await contents(join(dataDir, 'restored'))).toEqual({ 'notes.txt': 'own' });
});
