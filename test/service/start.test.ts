import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymous } from '../actors.js';
import { eventually } from '../eventually.js';
import { refusal } from '../publishing.js';
import { inLongTests, longTest } from '../rounds.js';
import { createMachine, postgresPid } from './child-service.js';

const machine = createMachine();
let dataDir: string;
beforeAll(async () => {
  dataDir = await machine.dataDir();
});
afterAll(() => machine.clear());

const ENOUGH_MS = 60_000;

/** The first start of the built program on an empty folder, which two tests share. */
async function startFirst() {
  const holder = await listening();
  const port = portOf(holder);
  await new Promise((resolve) => holder.close(resolve));
  const folder = await machine.dataDir('empty');
  const service = machine.start(folder, { PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  const alive = await Promise.race([
    eventually(() => fetch(`${url}/healthz`), ENOUGH_MS),
    service.baseUrl.then(() => fetch(`${url}/healthz`)),
  ]);
  const early = await fetch(`${url}/readyz`);
  const earlyMods = await anonymous(url).get('/mods');
  return { folder, service, url, alive, early, earlyMods };
}

let started: ReturnType<typeof startFirst> | undefined;
const firstStart = () => {
  started ??= startFirst();
  return started;
};

test('a first start serves /healthz at once and is ready when all parts are', async () => {
  const { service, url, alive, early, earlyMods } = await firstStart();
  expect(alive.status).toBe(200);
  expect(early.status).toBe(503);
  expect(await early.json()).toEqual({ status: 'starting' });
  expect(refusal(earlyMods)).toBe('503 service_unavailable');
  expect(await service.baseUrl).toBe(url);
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({
    status: 'ready',
    parts: {
      database: 'up',
      storage: 'up',
      queue: 'up',
      search: 'up',
      scanner: 'up',
      clock: 'up',
      proxy: 'up',
    },
  });
});

longTest(
  'a second start on the same folder names the owner and exits, and the first service keeps serving',
  async () => {
    const { folder, service } = await firstStart();
    const url = await service.baseUrl;
    const second = machine.start(folder);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.said().stderr).toMatch(/^[^\n]+\n$/);
    expect(second.said().stderr).toContain(`(pid ${service.pid})`);
    expect(second.said().stderr).toContain(folder);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  },
);

longTest('a start on a port in use prints one line and leaves no database running', async () => {
  const holder = await listening();
  const service = machine.start(dataDir, { PORT: String(portOf(holder)) });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.said().stderr).toMatch(/^[^\n]+\n$/);
  expect(service.said().stderr).toContain(`127.0.0.1:${portOf(holder)}`);
  expect(await postgresPid(dataDir)).toBeNull();
  holder.close();
});

// Tests of the configuration prove every such line.
inLongTests(() => {
  test.each<readonly [what: string, env: NodeJS.ProcessEnv, line: string]>([
    ['an invalid value', { PORT: 'many' }, 'PORT is "many"'],
    ['half of a part', { MEILI_URL: 'http://127.0.0.1:7700' }, 'MEILI_URL is set'],
    ['a malformed Redis URL', { REDIS_URL: 'localhost' }, 'REDIS_URL has a wrong form'],
  ])(
    'a start with %s prints one line with the variable and exits with code 2',
    async (_, env, line) => {
      const service = machine.start(dataDir, env);
      expect(await service.ended).toEqual({ code: 2, signal: null });
      expect(service.said().stderr).toMatch(/^[^\n]+\n$/);
      expect(service.said().stderr).toContain(line);
    },
  );
});

test('a start in a mode that is neither api nor worker prints one line and exits with code 2', async () => {
  const service = machine.start(dataDir, {}, { mode: 'apii' });
  expect(await service.ended).toEqual({ code: 2, signal: null });
  expect(service.said().stderr).toBe('"apii" is no mode; it takes api, worker or no argument\n');
});

longTest('a stop during startup, signaled twice like by npm, exits cleanly', async () => {
  const service = machine.start(dataDir);
  await vi.waitUntil(() => postgresPid(dataDir), ENOUGH_MS);
  service.signal('SIGINT');
  service.signal('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(await postgresPid(dataDir)).toBeNull();
});

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
