import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { AlreadyRunning } from '../../../src/platform/embedded/failures.js';
import {
  attachOrStart,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded/postgres.js';
import { silentLog } from '../../../src/platform/log.js';
import { type Child, runChild } from '../../child.js';
import { copyDataDir } from '../../data-dirs.js';
import { eventually } from '../../eventually.js';
import { longTest } from '../../rounds.js';

let folder: string;
let systemDir: string;
let usedDataDir: string;
let dataDir: string;
const running = new Set<EmbeddedPostgres>();
const children = new Set<Child>();

// Most tests share one data folder, as in real life: started, killed, and started again.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-embedded-'));
  await chmod(folder, 0o755);
  systemDir = join(folder, 'system');
  usedDataDir = join(folder, 'data');
  copyDataDir(inject('preparedDataDir'), usedDataDir);
});

beforeEach(() => {
  dataDir = usedDataDir;
});

afterEach(async () => {
  for (const child of children) await child.kill();
  for (const postgres of running) await postgres.stop();
  children.clear();
  running.clear();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function started(how = startEmbeddedPostgres, durable = false): Promise<EmbeddedPostgres> {
  const postgres = await how({ dataDir, systemDir, durable, memoryBytes: 0 });
  running.add(postgres);
  return postgres;
}

async function stopped(postgres: EmbeddedPostgres): Promise<void> {
  running.delete(postgres);
  await postgres.stop();
}

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function keep(url: string): Promise<number> {
  const value = Math.floor(Math.random() * 1_000_000);
  await query(url, 'DROP TABLE IF EXISTS kept');
  await query(url, `CREATE TABLE kept AS SELECT ${value} AS value`);
  return value;
}

function kept(url: string): Promise<unknown> {
  return query(url, 'SELECT value FROM kept');
}

/** The process id of the server for the data directory. */
async function serverPid(): Promise<number> {
  return Number(
    (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
}

/** A killable child process like a service; resolves with the URL of its database. */
async function serviceInChild(): Promise<{ child: Child; url: string }> {
  const child = await runChild(
    `import { startEmbeddedPostgres } from './src/platform/embedded/postgres.js';
     const [dataDir, systemDir] = process.argv.slice(2);
     console.log((await startEmbeddedPostgres({ dataDir, systemDir })).url);
     setInterval(() => undefined, 1000);`,
    [dataDir, systemDir],
  );
  children.add(child);
  return { child, url: await child.line() };
}

test('a running database rejects a second start, a wrong password and an empty one', async () => {
  const postgres = await started();
  const refusal = await started().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AlreadyRunning);
  expect(refusal).toHaveProperty('message', expect.stringContaining(`(pid ${process.pid})`));
  expect(refusal).toHaveProperty('message', expect.stringContaining(dataDir));
  const url = new URL(postgres.url);
  for (const password of ['guessed', '']) {
    url.password = password;
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password/);
  }
  expect(await query(postgres.url, 'SELECT 1')).toBe(1);
});

test('the log of a running database rotates and stays small', async () => {
  const logLimit = { bytes: 4_000, checkSeconds: 0.05 };
  const options = { dataDir, systemDir, durable: false, memoryBytes: 0, logLimit };
  const postgres = await startEmbeddedPostgres(options);
  running.add(postgres);
  const file = join(dataDir, 'postgres.log');
  const url = new URL(postgres.url);
  const log = async (name: string) => {
    url.pathname = `/${name}`;
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('does not exist');
  };
  const rotates = (name: string) =>
    eventually(async () => {
      await log(name);
      expect(await readFile(`${file}.1`, 'utf8').catch(() => '')).toContain(name);
    });
  await rotates('missing_first');
  // The server goes on to write to the file.
  await eventually(async () => {
    await log('missing_later');
    expect(await readFile(file, 'utf8')).toContain('missing_later');
  });
  await rotates('missing_last');
  for (const each of [file, `${file}.1`]) {
    expect((await stat(each)).size).toBeLessThanOrEqual(logLimit.bytes + 2_000);
    expect(((await stat(each)).mode & 0o777).toString(8)).toBe('600');
  }
});

longTest('the shared buffers are an eighth of the memory that the start names', async () => {
  const memoryBytes = 1.5 * 1024 ** 3;
  const postgres = await startEmbeddedPostgres({ dataDir, systemDir, durable: false, memoryBytes });
  running.add(postgres);
  expect(await query(postgres.url, 'SHOW shared_buffers')).toBe('192MB');
});

longTest('a second start on the same folder continues with its data', async () => {
  const first = await started();
  const value = await keep(first.url);
  await stopped(first);
  const second = await started();
  expect(await kept(second.url)).toBe(value);
});

test('an operator command uses the database of a running service and leaves it running', async () => {
  const { url } = await serviceInChild();
  const command = await started(attachOrStart);
  expect(command.url).toBe(url);
  await stopped(command);
  expect(await query(url, 'SELECT 1')).toBe(1);
});

longTest(
  'an operator command without a service starts the database and stops it afterwards',
  async () => {
    const command = await started(attachOrStart);
    const value = await keep(command.url);
    await stopped(command);
    await expect(query(command.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
    const service = await started();
    expect(await kept(service.url)).toBe(value);
  },
);

longTest('concurrent operator commands take turns', async () => {
  const counts = await Promise.all(
    [1, 2].map(async () => {
      const command = await started(attachOrStart);
      await query(command.url, 'CREATE TABLE IF NOT EXISTS turns (at timestamptz)');
      await query(command.url, 'INSERT INTO turns VALUES (now())');
      const count = await query(command.url, 'SELECT count(*)::int FROM turns');
      await stopped(command);
      return count;
    }),
  );
  expect(counts.sort()).toEqual([1, 2]);
});

test('the folder of a killed service starts again with all committed data', async () => {
  const { child, url } = await serviceInChild();
  const value = await keep(url);
  await child.kill();
  expect(await query(url, 'SELECT 1')).toBe(1);
  const next = await started();
  expect(await kept(next.url)).toBe(value);
  await expect(query(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('a server that dies restarts at the same address', async () => {
  const postgres = await started(startEmbeddedPostgres, true);
  const value = await keep(postgres.url);
  const before = await serverPid();
  process.kill(before, 'SIGKILL');
  await eventually(async () => expect(await serverPid()).not.toBe(before));
  await eventually(async () => {
    expect(await kept(postgres.url)).toBe(value);
  });
});

longTest(
  'a stale pid file that names another program affects neither the start nor that program',
  async () => {
    await stopped(await started());
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    try {
      const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
      await writeFile(pidFile, `${other.pid}\n${dataDir}/postgres\n1700000000\n5432\n\n\n\n`);
      const postgres = await started();
      expect(await query(postgres.url, 'SELECT 1')).toBe(1);
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill();
    }
  },
);

longTest('a partly created cluster after a crash does not block the next start', async () => {
  dataDir = join(folder, 'half-made');
  await mkdir(join(dataDir, 'postgres.new', 'data'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new', 'data', 'PG_VERSION'), '18\n');
  const postgres = await started();
  expect(await query(postgres.url, 'SELECT 1')).toBe(1);
});

// Root's own folders are closed to the user that runs PostgreSQL; an ordinary user's are not closed
// to itself. Both must work.
longTest('a data folder inside a private folder works and is found again', async () => {
  const home = join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  dataDir = join(home, 'data');
  const umask = process.umask(0o077);
  const first = await started().finally(() => process.umask(umask));
  const value = await keep(first.url);
  await stopped(first);
  const second = await started();
  expect(await kept(second.url)).toBe(value);
});

test('a folder with a dangling link to its database is rejected, not recreated', async () => {
  dataDir = join(folder, 'moved');
  await mkdir(dataDir);
  await symlink(join(folder, 'nowhere'), join(dataDir, 'postgres'));
  await expect(started()).rejects.toThrow(/is gone: .* leads nowhere/);
});

longTest('a failed start throws its own error, even if the lock cannot be released', async () => {
  await stopped(await started());
  const lock = join(dataDir, 'lock');
  const refuse = async () => {
    await rm(lock);
    await mkdir(lock);
    throw new Error('the database cannot be created');
  };
  const logged = vi.fn();
  const log = { ...silentLog, error: logged };
  const query = vi.spyOn(pg.Client.prototype, 'query');
  query.mockImplementation(async (text: unknown) => {
    if (String(text).includes('pg_database')) await refuse();
  });
  const refused = startEmbeddedPostgres({ dataDir, systemDir, durable: false, log });
  await expect(refused.finally(() => query.mockRestore())).rejects.toThrow('cannot be created');
  expect(logged).toHaveBeenCalledWith({ err: expect.any(Error) }, 'a part was not closed');
  await expect(serverPid()).rejects.toThrow(/ENOENT/);
  await rm(lock, { recursive: true });
});

longTest('a wrong password file fails with one clear line and leaves nothing running', async () => {
  await stopped(await started());
  const file = join(dataDir, 'postgres-password');
  const right = await readFile(file);
  await writeFile(file, 'another\n');
  await expect(started()).rejects.toThrow('postgres-password does not fit');
  await expect(serverPid()).rejects.toThrow(/ENOENT/);
  await writeFile(file, right);
});
