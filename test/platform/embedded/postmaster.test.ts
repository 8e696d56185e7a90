import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { type Cluster, openCluster } from '../../../src/platform/embedded/cluster.js';
import { type Postmaster, startPostmaster } from '../../../src/platform/embedded/postmaster.js';
import { copyDataDir } from '../../data-dirs.js';
import { eventually } from '../../eventually.js';
import { freePort } from '../../tcp-gate.js';

let folder: string;
let cluster: Cluster;
const running = new Set<Postmaster>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-postmaster-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  copyDataDir(inject('preparedDataDir'), dataDir);
  cluster = await openCluster({ dataDir, systemDir: join(folder, 'system'), durable: false });
});

afterEach(async () => {
  for (const postmaster of running) await postmaster.stop();
  running.clear();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const started = async (log: string, port?: number): Promise<Postmaster> => {
  const options = { logFile: join(folder, log), durable: false, memoryBytes: 0 };
  const postmaster = await startPostmaster(
    cluster,
    port === undefined ? options : { ...options, port },
  );
  running.add(postmaster);
  return postmaster;
};

/** Waits until a start has failed with this SQLSTATE. */
const failed = (log: string, code: string) =>
  eventually(async () =>
    expect(await readFile(join(folder, log), 'utf8')).toContain(`${code} FATAL`),
  );

test('a server whose port is taken starts when the port becomes free', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const starting = started('taken.log', port);
  await failed('taken.log', 'XX000');
  other.close();
  expect((await starting).port).toBe(port);
});

test('a server starts on the folder of another one when that one has ended', async () => {
  const first = await started('first.log');
  const starting = started('second.log');
  await failed('second.log', 'F0001');
  await first.stop();
  expect((await starting).port).not.toBe(first.port);
});

test('a server with damaged data is not launched again, and its failure says why', async () => {
  const control = join(cluster.folder, 'global', 'pg_control');
  const intact = await readFile(control);
  const damaged = Buffer.from(intact);
  damaged.writeUInt8(damaged.readUInt8(100) ^ 0xff, 100);
  await writeFile(control, damaged);
  const onLaunch = vi.fn();
  const options = {
    logFile: join(folder, 'damaged.log'),
    durable: false,
    memoryBytes: 0,
    onLaunch,
  };
  await expect(startPostmaster(cluster, options)).rejects.toThrow('checksum');
  await writeFile(control, intact);
  expect(onLaunch).toHaveBeenCalledOnce();
});
