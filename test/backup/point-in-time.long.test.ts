import { execFileSync } from 'node:child_process';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isArchivingBroken } from '../../src/platform/database/wal-archiving.js';
import { eventually } from '../eventually.js';
import { archiveOf } from '../publishing.js';
import { type ChildService, createMachine, operate } from '../service/child-service.js';
import type { Publisher } from '../service/publisher.js';
import { createdBackup, destroy, download, openScene, operator, publishFile } from './scene.js';

const machine = createMachine();
let dataDir: string;
let backups: string;
let archive: string;
let port: string;
let service: ChildService;
let publisher: Publisher;
let backup: string;

const env = () => ({ WAL_ARCHIVE: archive, PORT: port });
const start = async () => {
  service = machine.start(dataDir, env());
  await service.baseUrl;
};
const kill = async () => {
  service.signal('SIGKILL');
  await service.ended;
};
const restore = (...more: string[]) =>
  operator(dataDir, ['backup', 'restore', '--from', backup, ...more], env());

/** Waits until the write-ahead log so far is in the archive, as it is within five minutes. */
const archived = () =>
  operate(
    dataDir,
    async ({ db }) => {
      // The last byte, because a switch at the start of an empty segment does nothing.
      const [row] = await db.$queryRaw<{ name: string }[]>`
        select pg_walfile_name(pg_switch_wal() - 1) as name`;
      await eventually(async () => expect(await readdir(archive)).toContain(`${row?.name}.gz`));
    },
    env(),
  );

const titles = () =>
  operate(
    dataDir,
    async ({ db }) => {
      const mods = await db.mod.findMany({ select: { title: true } });
      return mods.map(({ title }) => (title as { en: string }).en).sort();
    },
    env(),
  );
const write = async (title: string) => {
  const body = { game_slug: 'quarry', title: { en: title }, description: { en: 'x' } };
  expect((await publisher.actor.post('/mods', body)).status).toBe(201);
};

beforeAll(async () => {
  const scene = openScene(machine, (folder) => {
    archive = join(dirname(folder), "wal 100% o'clock");
    return { WAL_ARCHIVE: archive };
  });
  ({ dataDir, backups, port, service, publisher } = await scene);
});
afterAll(() => machine.clear());

describe('restore to a point in time', () => {
  const bytes = new Uint8Array(archiveOf('after the backup'));
  let artifactId: string;
  let moment: Date;

  it('a restore after the loss of DATA_DIR has all writes before the time, and none after it', async () => {
    backup = await createdBackup(dataDir, backups, env());
    artifactId = await publishFile(publisher, '1.0.0', bytes);
    await write('before');
    // Commits in the same millisecond would have the same time.
    await delay(20);
    moment = new Date();
    await delay(20);
    await write('accident');
    await createdBackup(dataDir, backups, env());
    await archived();
    await kill();
    const destroyedAt = Date.now();
    await destroy(dataDir);

    const { printed, exitCode } = await restore('--until', moment.toISOString());
    expect(printed).toMatchObject({ missing_objects: 0 });
    expect(exitCode).toBe(0);
    await start();
    const rtoMs = Date.now() - destroyedAt;
    expect(await titles()).toEqual(['A mod', 'before']);
    // The bytes were written after the backup. A later backup had them.
    expect(await download(publisher.actor, artifactId)).toEqual(Buffer.from(bytes));
    const rpoMs = moment.getTime() - Date.parse(printed.last_write_at);
    expect(rpoMs).toBeGreaterThan(0);
    console.log(
      `to a point in time: RPO ${rpoMs} ms before the time, contract 24 h; RTO ${rtoMs} ms, contract 4 h`,
    );
  });

  it('a second restore follows the first one, or the log before it by its timeline', async () => {
    await write('after the restore');
    await archived();
    await kill();
    // Without --wal: the log in WAL_ARCHIVE is replayed.
    expect(await restore('--replace')).toMatchObject({ exitCode: 0 });
    await start();
    expect(await titles()).toEqual(['A mod', 'after the restore', 'before']);
    await kill();
    const first = await restore('--replace', '--wal', archive, '--timeline', '1');
    expect(first).toMatchObject({ exitCode: 0 });
    await start();
    expect(await titles()).toEqual(['A mod', 'accident', 'before']);
  });

  it('a restore uses the log of the replaced database that was not archived', async () => {
    await write('a moment ago');
    await kill();
    const { printed } = await restore('--replace', '--wal', archive);
    expect(printed).toMatchObject({ missing_objects: 0 });
    await start();
    expect(await titles()).toContain('a moment ago');
  });

  it('isArchivingBroken is true while the archive cannot be written, and false afterwards', async () => {
    const isBroken = () => operate(dataDir, ({ db }) => isArchivingBroken(db), env());
    await archived();
    expect(await isBroken()).toBe(false);
    const away = `${archive} away`;
    await rename(archive, away);
    await write('unarchived');
    await operate(dataDir, ({ db }) => db.$executeRaw`select pg_switch_wal()`, env());
    await eventually(async () => expect(await isBroken()).toBe(true));
    await rename(away, archive);
    await write('archived again');
    await archived();
    expect(await isBroken()).toBe(false);
  });

  it('isArchivingBroken is true while the command that archives hangs', async () => {
    const late = () => operate(dataDir, ({ db }) => isArchivingBroken(db, 0), env());
    await write('archived');
    await archived();
    expect(await late()).toBe(false);
    // The command compares a segment with the file of its name. This one never ends.
    const endless = await operate(
      dataDir,
      async ({ db }) => {
        const [row] = await db.$queryRaw<{ name: string }[]>`
          select pg_walfile_name(pg_current_wal_lsn()) as name`;
        return join(archive, `${row?.name}.gz`);
      },
      env(),
    );
    execFileSync('mkfifo', ['-m', '666', endless]);
    await write('waits');
    await operate(dataDir, ({ db }) => db.$executeRaw`select pg_switch_wal()`, env());
    await eventually(async () => expect(await late()).toBe(true));
    // The reader of the file ends, and the next attempt succeeds.
    await writeFile(endless, '');
    await rm(endless);
    await write('archived again');
    await archived();
  });

  it('a restore refuses a time before the backup, one after the log, and a log with a gap', async () => {
    await service.stop();
    const early = await restore('--replace', '--until', '2020-01-01T00:00:00Z');
    expect(early.printed.error).toContain('use an older backup');
    const late = await restore('--replace', '--until', '2099-01-01T00:00:00Z');
    expect(late.printed.error).toContain('has no write after');
    const segments = (await readdir(archive)).filter((name) => /^0{7}1.*\.gz$/.test(name)).sort();
    const inner = segments.filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).at(-2);
    await rm(join(archive, String(inner)));
    const gap = await operator(join(dirname(dataDir), 'elsewhere'), [
      'backup',
      'restore',
      '--from',
      backup,
      '--wal',
      archive,
    ]);
    expect(gap.printed.error).toContain('lacks the segments between');
  });
});
