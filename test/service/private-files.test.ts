import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { silentLog } from '../../src/platform/log.js';
import { type Service, startService } from '../../src/server/service.js';

/** A user and group that own no file in a data directory. */
const STRANGER = { uid: 65_534, gid: 65_534 };
const IS_ROOT = process.getuid?.() === 0;

let parent: string;
let dataDir: string;
let service: Service | undefined;

const start = async () => {
  const env = { PORT: '0', DATA_DIR: dataDir, SEED_DEMO: 'false', MIRROR: 'disk' };
  const config = loadConfig({ ...env, NODE_ENV: 'test' });
  service = await startService({ config, log: silentLog, periodicJobs: false });
};
const stop = async () => {
  await service?.stop();
  service = undefined;
};

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'modport-private-'));
  // Other users can reach the data directory.
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
  await start();
});
afterAll(async () => {
  await stop();
  await rm(parent, { recursive: true, force: true });
});

/** The entries of the data directory with a permission bit for other users. */
async function open(): Promise<string[]> {
  const names = await readdir(dataDir);
  const modes = await Promise.all(
    names.map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o077] as const),
  );
  return modes.filter(([, mode]) => mode !== 0).map(([name]) => name);
}

/** The paths of a list that another user can read. */
function readableByStranger(paths: readonly string[]): string[] {
  const script = 'while IFS= read -r path; do [ -r "$path" ] && echo "$path"; done; exit 0';
  const run = spawnSync('/bin/sh', ['-c', script], {
    ...STRANGER,
    cwd: '/',
    input: `${paths.join('\n')}\n`,
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([0, '']);
  return run.stdout.split('\n').filter((path) => path !== '');
}

describe('file permissions of a service on embedded parts', () => {
  it('a started service leaves no entry of DATA_DIR open to other users', async () => {
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
    const names = await readdir(dataDir);
    expect(names).toEqual(
      expect.arrayContaining(['encryption.key', 'mirror', 'postgres', 'spool', 'storage']),
    );
    expect(await open()).toEqual([]);
  });

  it.runIf(IS_ROOT)(
    'another user of the machine can read no file and list no folder of DATA_DIR',
    async () => {
      const all = await readdir(dataDir, { recursive: true });
      const paths = [dataDir, ...all.map((name) => join(dataDir, name))];
      expect(paths.length).toBeGreaterThan(100);
      expect(readableByStranger([parent])).toEqual([parent]);
      expect(readableByStranger(paths)).toEqual([]);
    },
  );

  it('the embedded database has no socket, requires a password and keeps it off the command line', async () => {
    const [pid = '', , , , sockets] = (
      await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    ).split('\n');
    expect(sockets).toBe('');
    const access = await readFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8');
    const rules = access.split('\n').filter((line) => /^(local|host)/.test(line));
    expect(new Set(rules.map((rule) => rule.split(/\s+/).at(-1)))).toEqual(
      new Set(['scram-sha-256']),
    );
    const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    expect(command).not.toContain(password);
  });

  it('a start closes the open data directory of an earlier release and keeps its database', async () => {
    const before = await service?.platform.db.serverKey.findUnique({ where: { purpose: 'root' } });
    await stop();
    const names = await readdir(dataDir);
    await chmod(dataDir, 0o755);
    // PostgreSQL always refuses to start on a cluster that other users can read.
    for (const name of names.filter((one) => one !== 'postgres')) {
      const path = join(dataDir, name);
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
    }
    expect((await open()).length).toBeGreaterThan(4);
    await start();
    expect(await open()).toEqual([]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
    const after = await service?.platform.db.serverKey.findUnique({ where: { purpose: 'root' } });
    expect(after).toEqual(before);
  });
});
