import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Cluster, openCluster } from '../../../src/platform/embedded/cluster.js';
import { databaseUrl } from '../../../src/platform/embedded/postmaster.js';
import { probe } from '../../../src/platform/embedded/probe.js';
import { readPidFile } from '../../../src/platform/embedded/signal.js';
import { supervise } from '../../../src/platform/embedded/supervise.js';
import { silentLog } from '../../../src/platform/log.js';
import { copyDataDir } from '../../data-dirs.js';
import { eventually } from '../../eventually.js';

let folder: string;
let cluster: Cluster;
let released: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-supervise-'));
  await chmod(folder, 0o755);
  released = join(folder, 'released');
  const dataDir = join(folder, 'data');
  copyDataDir(inject('preparedDataDir'), dataDir);
  cluster = await openCluster({ dataDir, systemDir: join(folder, 'system'), durable: false });
  // PostgreSQL refuses to recover the log of a server that was not durable.
  await (await supervise(cluster, options(), silentLog)).stop();
});
beforeEach(() => rm(released, { force: true }));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A server whose recoveries take until the file `released` exists. */
const options = () => ({
  logFile: join(folder, 'postgres.log'),
  durable: true,
  memoryBytes: 0,
  settings: {
    hot_standby: 'off',
    restore_command: `while [ ! -e '${released}' ]; do sleep 0.05; done; false`,
  },
});

/** Makes the next start of the server a recovery. */
const recoverNext = () => writeFile(join(cluster.folder, 'recovery.signal'), '');

const probed = (port: number) => probe(databaseUrl(cluster.password, port));

test('a server that recovers for longer than a start may take is waited for, and the log says so', async () => {
  await recoverNext();
  const log = { ...silentLog, warn: vi.fn() };
  const starting = supervise(cluster, { ...options(), startLimitMs: 2_000 }, log);
  const said = 'PostgreSQL is still recovering from a crash; the start waits for it';
  await eventually(() => expect(log.warn.mock.calls).toEqual([[{ part: 'postgres' }, said]]));
  await writeFile(released, '');
  const server = await starting;
  expect(await probed(server.port)).toBe('ready');
  await server.stop();
});

test('a stop ends a server that recovers after its death', async () => {
  const server = await supervise(cluster, options(), silentLog);
  await recoverNext();
  process.kill((await readPidFile(cluster.folder))?.pid ?? 0, 'SIGKILL');
  await eventually(async () => expect(await probed(server.port)).toBe('recovering'));
  await server.stop();
  expect(await readPidFile(cluster.folder)).toBeUndefined();
});
