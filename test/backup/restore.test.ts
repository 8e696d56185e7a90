import { lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataPathOf } from '../../src/admin/backup/objects.js';
import { OWNER_KEY } from '../../src/modules/storage/index.js';
import { eventually } from '../eventually.js';
import { archiveOf, bareMod } from '../publishing.js';
import { type ChildService, createMachine, operate } from '../service/child-service.js';
import type { Publisher } from '../service/publisher.js';
import { installationOf, ownerText, textOf } from '../workers/storage/owned-stores.js';
import {
  createdBackup,
  destroy,
  download,
  keepWriting,
  openScene,
  operator,
  publishFile,
} from './scene.js';

const machine = createMachine();
let dataDir: string;
let backups: string;
let port: string;
let service: ChildService;
let publisher: Publisher;
/** The id of the installation before it was restored. */
let installation: string;
/** A backup that tests only read. */
let backup: string;

const start = async () => {
  service = machine.start(dataDir, { PORT: port });
  await service.baseUrl;
};
const titlesIn = (folder: string) =>
  operate(folder, async ({ db }) => {
    const mods = await db.mod.findMany({ select: { title: true } });
    return mods.map(({ title }) => (title as { en: string }).en);
  });

beforeAll(async () => {
  ({ dataDir, backups, port, service, publisher } = await openScene(machine));
  // With a second mod, a list of one has a next page.
  await bareMod(publisher.actor, 'quarry');
  installation = await operate(dataDir, installationOf);
  backup = await createdBackup(dataDir, backups);
});
afterAll(() => machine.clear());

describe('backup and restore of a service on embedded parts', () => {
  it('a restore returns every write before the backup, though writes went on, and the right bytes', async () => {
    const { actor } = publisher;
    const bytes = new Uint8Array(archiveOf('first'));
    const artifactId = await publishFile(publisher, '1.0.0', bytes);
    const writer = keepWriting(actor, 'quarry');
    await eventually(() => expect(writer.count()).toBeGreaterThan(5));
    const startedAt = new Date();
    const made = await createdBackup(dataDir, backups);
    const completedAt = new Date(
      JSON.parse(await readFile(join(made, 'manifest.json'), 'utf8')).completed_at,
    );
    await eventually(() => expect(writer.count()).toBeGreaterThan(10));
    expect((await operator(dataDir, ['backup', 'verify', '--from', made])).exitCode).toBe(0);

    service.signal('SIGKILL');
    await service.ended;
    const destroyedAt = new Date();
    const written = await writer.stop();
    await destroy(dataDir);
    const restored = await operator(dataDir, ['backup', 'restore', '--from', made]);
    expect(restored.printed).toMatchObject({ former_data: null, missing_objects: 0 });
    await start();
    const rtoMs = Date.now() - destroyedAt.getTime();

    const titles = await titlesIn(dataDir);
    const before = written.filter(({ at }) => at <= startedAt);
    expect(before.length).toBeGreaterThan(5);
    expect(before.filter(({ title }) => !titles.includes(title))).toEqual([]);
    expect(await download(actor, artifactId)).toEqual(Buffer.from(bytes));
    // The restored service takes writes.
    const next = new Uint8Array(archiveOf('second'));
    expect(await download(actor, await publishFile(publisher, '2.0.0', next))).toEqual(
      Buffer.from(next),
    );
    console.log(
      `RPO ${destroyedAt.getTime() - completedAt.getTime()} ms since the backup, contract 24 h; ` +
        `RTO ${rtoMs} ms, contract 4 h`,
    );
  });

  it('a backup has the owner of its store, and the restored database is the same installation', async () => {
    const sums = await readFile(join(backup, 'SHA256SUMS'), 'utf8');
    expect(sums).toContain(dataPathOf(OWNER_KEY));
    const [owner, restored] = await operate(dataDir, async (platform) => [
      await ownerText(platform.storage),
      await installationOf(platform),
    ]);
    expect([owner, restored]).toEqual([textOf(installation), installation]);
  });

  it('a second backup has a folder of its own and shares the bytes of unchanged files', async () => {
    const second = await createdBackup(dataDir, backups);
    expect(dirname(second)).toBe(dirname(backup));
    expect(second).not.toBe(backup);
    const files = (await readdir(join(backup, 'storage'), { recursive: true })).filter((path) =>
      path.endsWith('data'),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) {
      const [old, present] = await Promise.all(
        [backup, second].map((folder) => lstat(join(folder, 'storage', path))),
      );
      expect(present?.ino).toBe(old?.ino);
    }
    // Without the first one, the second is still whole.
    const away = `${backup}-away`;
    await rename(backup, away);
    const { exitCode } = await operator(dataDir, ['backup', 'verify', '--from', second]);
    await rename(away, backup);
    expect(exitCode).toBe(0);
  });

  it('a backup fails if the folder of the files is away, as when its disk is not mounted', async () => {
    await service.stop();
    const [storage, away] = [join(dataDir, 'storage'), join(dataDir, 'away')];
    const to = join(backups, 'without-files');
    await rename(storage, away);
    const { exitCode, printed } = await operator(dataDir, ['backup', 'create', '--to', to]);
    await rename(away, storage);
    await start();
    expect([exitCode, printed.error]).toEqual([1, expect.stringContaining('cannot be read')]);
    expect((await readdir(to)).filter((name) => name !== 'lock')).toEqual([]);
  });

  it('a restore refuses a running service and a directory with data, and changes neither', async () => {
    const restore = (...more: string[]) =>
      operator(dataDir, ['backup', 'restore', '--from', backup, ...more]);
    const running = await restore('--replace');
    expect(running.exitCode).toBe(1);
    expect(running.printed.error).toContain(`(pid ${service.pid})`);
    await service.stop();
    const occupied = await restore();
    expect(occupied.exitCode).toBe(1);
    expect(occupied.printed.error).toContain('--replace');
    await start();
    expect((await publisher.actor.get(`/mods/${publisher.modId}`)).status).toBe(200);
  });

  it('a backup contains no link out of its folder, and no other user can read it', async () => {
    const paths = await readdir(backup, { recursive: true });
    for (const path of ['', ...paths]) {
      const found = await lstat(join(backup, path));
      expect(found.isFile() || found.isDirectory(), path).toBe(true);
      expect(found.mode & 0o077, path).toBe(0);
    }
  });
});

describe('a restore with --replace', () => {
  let formerData: string;
  let note: string;
  let key: string;
  let cursor: string;

  beforeAll(async () => {
    const page = await publisher.actor.get('/me/resources?limit=1');
    cursor = page.body.pagination.next_cursor;
    expect((await readOn(cursor)).status).toBe(200);
    await service.stop();
    note = join(dataDir, 'note.txt');
    await writeFile(note, 'of the operator');
    key = await readFile(join(dataDir, 'encryption.key'), 'utf8');
    const args = ['backup', 'restore', '--from', backup, '--replace'];
    const { printed } = await operator(dataDir, args);
    formerData = printed.former_data;
  });

  /** Reads the page after a cursor. */
  const readOn = (after: string) => publisher.actor.get(`/me/resources?limit=1&cursor=${after}`);

  it('the former data lie aside, and other files of the folder stay', async () => {
    expect(await readdir(formerData)).toEqual(
      expect.arrayContaining(['encryption.key', 'postgres', 'storage']),
    );
    expect(await readFile(note, 'utf8')).toBe('of the operator');
  });

  it('the restored secrets are those of the backup, and only their user can read them', async () => {
    expect(await readFile(join(dataDir, 'encryption.key'), 'utf8')).toBe(key);
    for (const name of ['encryption.key', 'postgres-password', 'storage', 'postgres']) {
      expect((await lstat(join(dataDir, name))).mode & 0o077, name).toBe(0);
    }
  });

  it('a cursor from before it is refused, because its transactions are used again', async () => {
    await start();
    const next = await readOn(cursor);
    expect([next.status, next.body.code]).toEqual([400, 'invalid_input']);
  });
});
