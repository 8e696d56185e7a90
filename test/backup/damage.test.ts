import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { copyDataDir, linkFolder } from '../data-dirs.js';
import { withLong } from '../rounds.js';
import { operator } from './scene.js';

let folder: string;
let dataDir: string;
/** A whole backup, and the one with links to its files that a test damages. */
let whole: string;
let backup: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-damage-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  copyDataDir(inject('preparedDataDir'), dataDir);
  // The first command makes the keys and the store.
  await operator(dataDir, ['user', 'list']);
  const name = 'ab'.repeat(32);
  const object = join(dataDir, 'storage', 'objects', 'ab', name);
  await mkdir(object, { recursive: true });
  await writeFile(join(object, 'data'), 'bytes of an object');
  await writeFile(join(object, 'meta.json'), '{}');
  const { printed } = await operator(dataDir, ['backup', 'create', '--to', join(folder, 'all')]);
  whole = printed.backup;
});
beforeEach(async () => {
  backup = join(folder, 'damaged');
  await rm(backup, { recursive: true, force: true });
  linkFolder(whole, backup);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const verify = () => operator(dataDir, ['backup', 'verify', '--from', backup]);
const restore = async () => {
  const target = join(folder, 'restored');
  await rm(target, { recursive: true, force: true });
  return operator(target, ['backup', 'restore', '--from', backup]);
};

/** Replaces a file, because the whole backup has the same one. */
async function replace(path: string, bytes: Buffer | string): Promise<void> {
  await rm(path);
  await writeFile(path, bytes);
}

/** Changes one byte in the middle of a file. */
async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await replace(path, bytes);
}

/** The path of the first file in a folder of the backup whose name matches. */
async function pathLike(pattern: RegExp): Promise<string> {
  const paths = (await readdir(backup, { recursive: true })).sort();
  const found = paths.find((path) => pattern.test(path));
  if (found === undefined) throw new Error(`no file like ${pattern}`);
  return join(backup, found);
}

describe('a damaged backup', () => {
  const FILES = withLong<[string, RegExp]>(
    [
      ['a table', /^database\/base\/\d+\/\d+$/],
      ['the key file', /^keys\/encryption\.key$/],
      ['the description', /^manifest\.json$/],
      ['the list of sums', /^SHA256SUMS$/],
    ],
    [
      ['the write-ahead log', /^database\/pg_wal\/[0-9A-F]{24}$/],
      ['the label of the copy', /^database\/backup_label$/],
      ['an object', /^storage\/.*\/data$/],
      ['the metadata of an object', /^storage\/.*\/meta\.json$/],
    ],
  );

  it.each(FILES)('backup verify and restore find a changed byte in %s', async (_name, pattern) => {
    await flip(await pathLike(pattern));
    for (const { exitCode, printed } of [await verify(), await restore()]) {
      expect([exitCode, printed.error]).toEqual([1, expect.stringMatching(/is damaged|newer/)]);
    }
    expect(await readdir(join(folder, 'restored')).catch(() => [])).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['lacks a file', async () => rm(await pathLike(/^storage\/.*\/data$/))],
    ['has a file more', () => writeFile(join(backup, 'keys', 'more'), '')],
    [
      'has a link in place of a file',
      async () => {
        const path = await pathLike(/^keys\/encryption\.key$/);
        await rename(path, join(folder, 'moved'));
        await symlink(join(folder, 'moved'), path);
      },
    ],
    [
      'has a link in place of a folder',
      async () => {
        await rm(join(folder, 'moved'), { recursive: true, force: true });
        await rename(join(backup, 'storage'), join(folder, 'moved'));
        await symlink(join(folder, 'moved'), join(backup, 'storage'));
      },
    ],
    [
      'names a path out of the backup',
      async () => {
        const path = join(backup, 'SHA256SUMS');
        const sums = await readFile(path, 'utf8');
        await replace(path, `${sums}${'0'.repeat(64)}  storage/../../etc/x\n`);
      },
    ],
  ])('backup verify and restore refuse a backup that %s', async (_name, damage) => {
    await damage();
    for (const { exitCode, printed } of [await verify(), await restore()]) {
      expect([exitCode, printed.error]).toEqual([1, expect.stringContaining('is damaged')]);
    }
  });

  it.each([
    ['a newer format', { format: 2 }, 'format 2'],
    ['a newer release', { release: '999.0.0' }, 'release 999.0.0'],
    ['another system', { platform: 'plan9-mips' }, 'plan9-mips'],
  ])('backup verify and restore refuse %s', async (_name, change, reason) => {
    await changeManifest(backup, change);
    for (const { exitCode, printed } of [await verify(), await restore()]) {
      expect([exitCode, printed.error]).toEqual([1, expect.stringContaining(reason)]);
    }
  });

  it('backup verify refuses the folder of all backups, and names them', async () => {
    const { printed } = await operator(dataDir, [
      'backup',
      'verify',
      '--from',
      join(folder, 'all'),
    ]);
    expect(printed).toMatchObject({
      error: expect.stringContaining('is not a complete backup'),
      backups: [whole],
    });
  });

  it('backup verify and restore refuse a backup without its list of sums', async () => {
    await rm(join(backup, 'SHA256SUMS'));
    for (const { exitCode, printed } of [await verify(), await restore()]) {
      expect([exitCode, printed.error]).toEqual([1, `${backup} is not a complete backup`]);
    }
  });

  it('backup verify accepts the undamaged copy', async () => {
    expect(await verify()).toMatchObject({ exitCode: 0, printed: { objects: 0 } });
  });
});

it('backup restore finishes a killed restore only for the same request, with its results and without its backup', async () => {
  const target = join(folder, 'killed');
  const pruned = join(folder, 'pruned');
  await mkdir(join(target, 'restored'), { recursive: true });
  const killed = {
    from: pruned,
    until: null,
    timeline: null,
    lastWriteAt: '2027-01-31T14:58:00.000Z',
    missing: ['blobs/aa'],
  };
  const plan = { before: 'before-x', old: [], fresh: [], restore: killed };
  await writeFile(join(target, 'restored', 'plan.json'), JSON.stringify(plan));
  const restoreFrom = (from: string) => operator(target, ['backup', 'restore', '--from', from]);
  expect(await restoreFrom(backup)).toMatchObject({
    exitCode: 1,
    printed: { error: expect.stringContaining('was interrupted'), from: pruned },
  });
  expect(await restoreFrom(pruned)).toMatchObject({
    exitCode: 0,
    printed: { last_write_at: killed.lastWriteAt, missing_objects: 1, missing: killed.missing },
  });
});

describe('backup create', () => {
  const create = (to: string, environment: NodeJS.ProcessEnv = {}) =>
    operator(dataDir, ['backup', 'create', '--to', to], environment);

  it.each([
    ['DATA_DIR itself', () => dataDir],
    ['a folder in DATA_DIR', () => join(dataDir, 'deep', 'backups')],
    ['a link to a folder in DATA_DIR', () => join(folder, 'link')],
  ])('backup create refuses %s', async (_name, to) => {
    await rm(join(folder, 'link'), { force: true });
    await symlink(join(dataDir, 'storage'), join(folder, 'link'));
    const { exitCode, printed } = await create(to());
    expect([exitCode, printed.error]).toEqual([1, expect.stringContaining('in DATA_DIR')]);
    expect(await readdir(join(dataDir, 'storage'))).not.toContain('lock');
  });

  it('backup create refuses a data directory without a database, and makes none', async () => {
    const empty = join(folder, 'empty');
    const { printed } = await operator(empty, ['backup', 'create', '--to', join(folder, 'none')]);
    expect(printed.error).toContain('has no database');
    expect(await readdir(empty).catch(() => [])).toEqual([]);
  });

  it('backup create and restore refuse a database that modport does not run', async () => {
    const env = { DATABASE_URL: 'postgresql://u:p@db.example/mods' };
    expect((await create(join(folder, 'other'), env)).printed.error).toContain('DATABASE_URL');
    const args = ['backup', 'restore', '--from', backup];
    expect((await operator(dataDir, args, env)).printed.error).toContain('DATABASE_URL');
  });

  it('backup create refuses links in the store and leaves nothing', async () => {
    const store = join(dataDir, 'storage', 'objects', 'cd', 'cd'.repeat(32));
    await mkdir(store, { recursive: true });
    await symlink('/etc/hostname', join(store, 'data'));
    await writeFile(join(store, 'meta.json'), '{}');
    const to = join(folder, 'with-link');
    const { exitCode, printed } = await create(to);
    await rm(store, { recursive: true });
    expect([exitCode, printed.error]).toEqual([1, expect.stringContaining('is a link')]);
    expect(await readdir(to)).toEqual([]);
  });

  it('backup create refuses a second run at the same time in one folder', async () => {
    const to = join(folder, 'twice');
    const ended = await Promise.all([create(to), create(to)]);
    expect(ended.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    const refused = ended.find(({ exitCode }) => exitCode === 1);
    expect(refused?.printed.error).toMatch(/another backup|is running/);
    expect(await readdir(to)).toHaveLength(1);
  });

  it('backup create refuses a folder with backups of another database', async () => {
    const to = join(folder, 'foreign');
    linkFolder(whole, join(to, '20260101T000000.000Z'));
    await changeManifest(join(to, '20260101T000000.000Z'), { cluster: '1' });
    const { printed } = await create(to);
    expect(printed.error).toContain('backups of another database');
  });
});

async function changeManifest(folderOf: string, change: object): Promise<void> {
  const path = join(folderOf, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await replace(path, JSON.stringify({ ...manifest, ...change }));
}
