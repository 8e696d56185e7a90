import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyOut } from '../../src/admin/backup/check-files.js';
import { startDraft } from '../../src/admin/backup/draft.js';
import { fillObjects } from '../../src/admin/backup/fill-objects.js';
import type { Manifest } from '../../src/admin/backup/manifest.js';
import {
  copyObjects,
  copyUploads,
  dropRemoved,
  missingObjects,
} from '../../src/admin/backup/objects.js';
import { CommandError } from '../../src/admin/flags.js';

let folder: string;
let store: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-objects-'));
  store = join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A backup without any objects. */
const MANIFEST: Manifest = {
  format: 1,
  release: '0.0.0',
  platform: 'any',
  postgres: '18',
  cluster: '1',
  started_at: new Date(0),
  completed_at: new Date(0),
  first_segment: '0'.repeat(24),
  objects: 'disk',
  keys: 'file',
  parts: {
    database: { files: 0, size_bytes: 0 },
    keys: { files: 0, size_bytes: 0 },
    storage: { files: 0, size_bytes: 0 },
  },
};

const nameOf = (text: string) => createHash('sha256').update(text).digest('hex');
const directoryOf = (text: string) => {
  const name = nameOf(text);
  return join(store, 'objects', name.slice(0, 2), name);
};

async function put(text: string): Promise<void> {
  await mkdir(directoryOf(text), { recursive: true });
  await writeFile(join(directoryOf(text), 'data'), text);
  await writeFile(join(directoryOf(text), 'meta.json'), '{}');
}

async function copied() {
  const draft = await startDraft(join(folder, 'draft'));
  return { copy: { store, draft, previous: null }, draft };
}
const objectsOf = (sums: ReadonlyMap<string, string>) =>
  [...sums.keys()].filter((path) => path.endsWith('meta.json')).map((path) => path.split('/')[3]);

it('a backup skips an object that the service removes meanwhile, and leaves no part of it', async () => {
  await put('stays');
  await put('removed');
  await put('half removed');
  const { copy, draft } = await copied();
  const names = await missingObjects(copy);
  await rm(directoryOf('removed'), { recursive: true });
  await rm(join(directoryOf('half removed'), 'meta.json'));
  await copyObjects(copy, names);
  expect(objectsOf(draft.sums)).toEqual([nameOf('stays')]);
  const files = await readdir(draft.folder, { recursive: true });
  expect(files.filter((path) => path.endsWith('data'))).toHaveLength(1);
});

it('a backup drops an object that was removed before its rows were copied', async () => {
  await put('stays');
  await put('removed');
  const { copy, draft } = await copied();
  await copyObjects(copy, await missingObjects(copy));
  await rm(directoryOf('removed'), { recursive: true });
  await dropRemoved(copy);
  expect(objectsOf(draft.sums)).toEqual([nameOf('stays')]);
});

it('a backup takes an object that came after its rows were copied', async () => {
  const { copy, draft } = await copied();
  await copyObjects(copy, await missingObjects(copy));
  await put('new');
  await copyObjects(copy, await missingObjects(copy));
  expect(objectsOf(draft.sums)).toEqual([nameOf('new')]);
});

it('a restore takes complete objects of the former store, and lists the keys of incomplete ones', async () => {
  const keyOf = (text: string) => `blobs/${nameOf(text)}`;
  const texts = ['complete', 'without data', 'without metadata', 'with other bytes'];
  for (const text of texts) {
    const name = nameOf(keyOf(text));
    const directory = join(store, 'objects', name.slice(0, 2), name);
    await mkdir(directory, { recursive: true });
    if (text !== 'without data') await writeFile(join(directory, 'data'), text);
    if (text !== 'without metadata') await writeFile(join(directory, 'meta.json'), '{}');
    if (text === 'with other bytes') await writeFile(join(directory, 'data'), 'other');
  }
  await mkdir(join(folder, 'backups'));
  const backup = { folder: join(folder, 'backups', 'first'), manifest: MANIFEST, sums: new Map() };
  const restored = { store: join(folder, 'restored'), former: store };
  const missing = await fillObjects(backup, texts.map(keyOf), restored);
  expect(missing).toEqual(texts.slice(1).map(keyOf));
  const files = await readdir(restored.store, { recursive: true });
  expect(files.filter((path) => /data|meta/.test(path))).toHaveLength(2);
});

it('a restore refuses a backup that lacks a listed file', async () => {
  const sums = new Map([['storage/lost', nameOf('lost')]]);
  const backup = { folder: join(folder, 'backup'), manifest: MANIFEST, sums };
  const copy = copyOut(backup, 'storage/lost', join(folder, 'copy'), { mode: 0o600 });
  await expect(copy).rejects.toThrow(CommandError);
});

it('a backup has the bytes of each noted part of an unfinished upload', async () => {
  const upload = join(store, 'multipart', `${nameOf('upload')}.0-1`);
  await mkdir(join(upload, 'parts'), { recursive: true });
  await mkdir(join(upload, 'object'));
  await writeFile(join(upload, 'upload.json'), '{}');
  await writeFile(join(upload, 'parts', '1.json'), '{}');
  await writeFile(join(upload, 'parts', '2.json'), '{}');
  await writeFile(join(upload, 'parts', '2.writing'), '');
  await writeFile(join(upload, 'object', 'data'), 'part 1, half of 2');
  // A completion is under way.
  await rename(upload, `${upload}.sealed`);
  const { copy, draft } = await copied();
  await copyUploads(copy);
  const path = `storage/multipart/${nameOf('upload')}.0-1`;
  expect([...draft.sums.keys()].sort()).toEqual([
    `${path}/object/data`,
    `${path}/parts/1.json`,
    `${path}/upload.json`,
  ]);
});
