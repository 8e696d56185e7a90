import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { makeFolder } from '../../src/platform/folders.js';
import { silentLog } from '../../src/platform/log.js';
import { openDatabase } from '../../src/server/cluster/open-database.js';
import { failureOf } from '../../src/server/failure.js';
import { startService } from '../../src/server/service.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-faults-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const configOf = (env: NodeJS.ProcessEnv) =>
  loadConfig({ PORT: '0', DATA_DIR: join(folder, 'data'), ...env });

/** Starts a service, and returns the line of its failure. */
async function printed(env: NodeJS.ProcessEnv): Promise<string> {
  const config = configOf(env);
  return startService({ config, log: silentLog, mode: 'api' }).then(
    async (service) => {
      await service.stop();
      return 'started';
    },
    (error: unknown) => failureOf(error).text,
  );
}

/** A port at which no server listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test.each(['127.0.0.1', 'localhost'])(
  'a start without a database at %s prints one line with DATABASE_URL and without the password',
  async (host) => {
    const url = `postgresql://modport:hunter2@${host}:${await freePort()}/modport`;
    const line = /^DATABASE_URL: no connection to the database: connect ECONNREFUSED [^\n]+$/;
    expect(await printed({ DATABASE_URL: url })).toMatch(line);
    expect(await printed({ DATABASE_URL: url })).not.toContain('hunter2');
    const shared = openDatabase({
      config: configOf({ DATABASE_URL: url, WORKERS: '2' }),
      log: silentLog,
      hasJobs: true,
    });
    await expect(shared).rejects.toThrow(line);
  },
);

test('a start at a host without an address prints one line with HOST', async () => {
  expect(await printed({ HOST: 'no-such-host.invalid', PORT: '4999' })).toMatch(
    /^HOST no-such-host\.invalid, PORT 4999: getaddrinfo [^\n]+$/,
  );
});

test('a start on a used operator port prints one line with ADMIN_PORT', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await printed({ ADMIN_PORT: String(port) })).toMatch(
    new RegExp(`^HOST 127\\.0\\.0\\.1, ADMIN_PORT ${port}: listen EADDRINUSE[^\\n]+$`),
  );
  await new Promise((resolve) => holder.close(resolve));
});

test('a start with a DATA_DIR that the system refuses prints one line with its name', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'data')]) {
    const line = await printed({ DATA_DIR: dataDir });
    expect(line).toMatch(/^DATA_DIR [^\n]+ cannot be used: (EEXIST|ENOTDIR)[^\n]+$/);
    expect(line).toContain(dataDir);
  }
});

test.runIf(process.platform === 'linux')(
  'a start ends for a DATA_DIR in a file system that creates no folders',
  async () => {
    expect(await printed({ DATA_DIR: '/proc/modport/data' })).toMatch(
      /^DATA_DIR \/proc\/modport\/data cannot be used: ENOENT[^\n]+$/,
    );
  },
);

test('a folder is created with those above it, and an existing one is kept', async () => {
  const deep = join(folder, 'a', 'b', 'c');
  await makeFolder(deep, 0o711);
  await writeFile(join(deep, 'kept'), '');
  await makeFolder(deep, 0o711);
  await expect(makeFolder(join(deep, 'kept'), 0o711)).rejects.toThrow('EEXIST');
});
