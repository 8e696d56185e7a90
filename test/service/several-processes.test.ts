import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoMods } from '../../src/demo/catalog.js';
import { createGame } from '../../src/modules/catalog/index.js';
import type { Platform } from '../../src/platform/platform.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Json, newCreator } from '../actors.js';
import { openTestDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { type OpenStream, subscribe } from '../live.js';
import { archiveOf, bareMod } from '../publishing.js';
import { inLongTests } from '../rounds.js';
import { from, newAddress } from '../routes/identity/rate-limiting.js';
import { type ChildService, createMachine, operate, postgresPid } from './child-service.js';
import {
  ENOUGH,
  type FreshRequest,
  isAlive,
  metricAt,
  processesOf,
  sendFresh,
} from './processes.js';
import { type Publisher, reserve } from './publisher.js';

const machine = await createMachine();
let dataDir: string;
let service: ChildService;
let url: string;
let adminUrl: string;
let publisher: Publisher;

const ENV = {
  WORKERS: '2',
  ADMIN_PORT: '0',
  RATE_LIMITS: 'on',
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'info',
};

beforeAll(async () => {
  dataDir = await machine.dataDir();
  service = machine.start(dataDir, ENV, { detached: true });
  url = await service.baseUrl;
  adminUrl = /health +(http:\S+)\/readyz/.exec(service.said().stdout)?.[1] ?? '';
  const actor = await operate(dataDir, async (platform: Platform) => {
    const game = { slug: 'quarry', name: 'Quarry', loaders: ['forge'], versions: ['1'] };
    await createGame(createSystemContext(platform, 'test'), game);
    return newCreator(platform, url, 'alice');
  });
  publisher = { actor, modId: (await bareMod(actor, 'quarry')).id };
});
afterAll(() => machine.clear());

const { entries, pidsOf, present, kill } = processesOf(() => service);
const fresh = (path: string, options?: FreshRequest) => sendFresh(url, path, options);
const metric = (name: string, labels?: string) => metricAt(adminUrl, name, labels);

test('WORKERS=2 serves both announced ports from two processes, and another one runs the jobs', async () => {
  expect(new URL(adminUrl).port).not.toBe(new URL(url).port);
  expect(new Set(present()).size).toBe(3);
  expect(present()).not.toContain(0);
  for (const base of [url, adminUrl]) expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect(await metric('modport_processes', 'server')).toBe(2);
  expect(new Set(entries().map((entry) => typeof entry.process))).toEqual(new Set(['string']));
});

test('an address has one rate limit for its connections to all processes', async () => {
  const headers = from(newAddress());
  // Most of the requests of a minute at once, before the limit refills noticeably.
  const input = '{ gameSlug: "x", title: { en: "T" }, description: { en: "D" } }';
  const fields = Array.from(
    { length: 20 },
    (_, at) => `a${at}: createModDraft(input: ${input}) { id }`,
  );
  const body = { query: `mutation { ${fields.join(' ')} }` };
  const statuses: unknown[] = [];
  for (let count = 0; count < 4; count += 1) {
    statuses.push((await fresh('/graphql', { body, headers })).status);
  }
  expect(statuses).toEqual([200, 429, 429, 429]);
});

test('/metrics shows the requests of all processes, whichever process serves it', async () => {
  const count = () => metric('modport_request_seconds_count', 'operation="listMods"');
  const before = await count();
  for (let sent = 0; sent < 6; sent += 1) expect((await fresh('/v1/mods')).status).toBe(200);
  await eventually(async () => expect(await count()).toBe(before + 6), ENOUGH.timeout);
});

test('a change that one process commits reaches the live updates of another', async () => {
  const headers = { Authorization: `Bearer ${publisher.actor.token}` };
  const query =
    'subscription ($id: ID!) { uploadChanged(modId: $id) { uploadId lifecycleStatus } }';
  const variables = { id: publisher.modId };
  const streams: OpenStream[] = [];
  for (let count = 0; count < 2; count += 1) {
    streams.push(await subscribe(url, headers, { query, variables }));
  }
  const { upload_id } = await reserve(publisher, '0.1.0', archiveOf('live'));
  for (const stream of streams) {
    expect((await stream.next())?.data.data.uploadChanged.uploadId).toBe(upload_id);
    stream.close();
  }
});

/** A PUT that has sent all of its bytes but the last one. */
interface HeldPut {
  readonly uploadId: string;
  readonly bytes: Buffer;
  readonly target: Json;
  readonly sent: ClientRequest;
  /** The status of the response; null if the connection broke. */
  readonly status: Promise<number | null>;
}

async function hold(version: string): Promise<HeldPut> {
  const bytes = archiveOf(version);
  const { upload_id, upload } = await reserve(publisher, version, bytes);
  const sent = request(upload.url, {
    method: upload.method,
    headers: { ...upload.headers, 'Content-Length': bytes.length, Expect: '100-continue' },
    agent: false,
  });
  const status = once(sent, 'response').then(
    ([response]: IncomingMessage[]) => response?.statusCode ?? null,
    () => null,
  );
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(bytes.subarray(0, -1));
  return { uploadId: upload_id, bytes, target: upload, sent, status };
}

test('killed processes are replaced, the other requests go on, and no confirmed write is lost', async () => {
  const { actor, modId } = publisher;
  const held = [await hold('1.0.0'), await hold('2.0.0')];
  const versionsMade = () => metric('modport_request_seconds_count', '"createModVersion"');
  const { length: made } = (await actor.get(`/mods/${modId}/versions`)).body.data;
  await eventually(async () => expect(await versionsMade()).toBe(made));
  await kill('server-1');
  await kill('jobs');
  for (const { sent, bytes } of held) sent.end(bytes.subarray(-1));
  const statuses = await Promise.all(held.map(({ status }) => status));
  // Consecutive connections went to different processes.
  expect(statuses.toSorted()).toEqual([200, null]);
  for (const { bytes, target } of held.filter((_, at) => statuses[at] === null)) {
    const { method, headers } = target;
    const again = await fetch(target.url, { method, headers, body: new Uint8Array(bytes) });
    expect(again.status).toBe(200);
  }
  for (const { uploadId } of held) {
    expect((await actor.post(`/uploads/${uploadId}/complete`, {})).status).toBe(202);
    await eventually(async () => {
      const { body } = await actor.get(`/uploads/${uploadId}`);
      expect(body.data.lifecycleStatus).toBe('ready');
    }, ENOUGH.timeout);
  }
  const versions = (await actor.get(`/mods/${modId}/versions`)).body.data;
  const names = versions.map(({ version }: Json) => version);
  expect(names).toEqual(expect.arrayContaining(['1.0.0', '2.0.0']));
  expect(await metric('modport_process_restarts_total')).toBe(2);
  // The sums keep the counts of the killed process.
  expect(await versionsMade()).toBe(made);
});

test('Ctrl-C in the terminal, signaled twice like by npm, stops all processes cleanly', async () => {
  const pids = present();
  service.signal('SIGINT');
  service.signal('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(service.said().stdout).toContain('modport has stopped');
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await postgresPid(dataDir)).toBeNull();
  const worst = entries().filter(({ level, msg }) => level > 30 && !/another one starts/.test(msg));
  expect(worst).toEqual([]);
});

inLongTests(() => {
  /** Starts the service again, and waits until it is ready. */
  async function startAgain(env: NodeJS.ProcessEnv = {}, folder = dataDir): Promise<void> {
    service = machine.start(folder, { ...ENV, ...env }, { detached: true });
    url = await service.baseUrl;
  }

  test('no process survives a killed primary process, and the next start takes its data over', async () => {
    await startAgain();
    const pids = present();
    process.kill(service.pid, 'SIGKILL');
    await vi.waitUntil(() => pids.filter(isAlive).length === 0, ENOUGH);
    await startAgain();
    expect((await fresh(`/v1/mods`)).status).toBe(200);
  });

  test('writes that any process confirmed survive, while one after the other is killed', async () => {
    const confirmed: string[] = [];
    let isOver = false;
    const actor = publisher.actor.token;
    const write = async () => {
      while (!isOver) {
        const title = { en: crypto.randomUUID() };
        const body = { game_slug: 'quarry', title, description: { en: 'D' } };
        const headers = {
          Authorization: `Bearer ${actor}`,
          'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
          'X-Service-Client': 'modport-tests',
          'X-Service-Client-Version': '1.0',
        };
        const made = await fresh('/v1/mods', { body, headers }).catch(() => null);
        if (made?.status === 201) confirmed.push(JSON.parse(made.text).data.id);
      }
    };
    const writers = Array.from({ length: 4 }, write);
    for (const name of ['server-1', 'server-2', 'server-1', 'jobs', 'server-2']) await kill(name);
    isOver = true;
    await Promise.all(writers);
    expect(confirmed.length).toBeGreaterThan(5);
    const found = await operate(dataDir, ({ db }) =>
      db.mod.count({ where: { id: { in: confirmed } } }),
    );
    expect(found).toBe(confirmed.length);
  });

  test('a service whose process cannot start any more ends with one line', async () => {
    await writeFile(join(dataDir, 'encryption.key'), 'damaged');
    process.kill(pidsOf('server-1').at(-1) ?? 0, 'SIGKILL');
    expect(await service.ended).toEqual({ code: 1, signal: null });
    const lines = service.said().stderr.trim().split('\n');
    expect(lines.at(-1)).toMatch(
      /^the process server-1 ended 6 times in a row: .*encryption[.]key/,
    );
    expect(await postgresPid(dataDir)).toBeNull();
  });

  test('npm run start:api with WORKERS serves from several processes, and runs no jobs', async () => {
    const database = await openTestDatabase();
    const folder = await machine.dataDir('empty');
    const env = { ...ENV, DATABASE_URL: database.url };
    service = machine.start(folder, env, { mode: 'api' });
    url = await service.baseUrl;
    adminUrl = /health +(http:\S+)\/readyz/.exec(service.said().stdout)?.[1] ?? '';
    expect(await metric('modport_processes', 'server')).toBe(2);
    expect(await metric('modport_processes', 'jobs')).toBe(0);
    expect((await fresh('/v1/mods')).status).toBe(200);
    await service.stop();
    expect(await service.ended).toEqual({ code: 0, signal: null });
    await database.drop();
  });

  test('a start on a port in use prints one line and leaves nothing running', async () => {
    const folder = await machine.dataDir();
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const started = machine.start(folder, { WORKERS: '3', PORT: String(port) });
    expect(await started.ended).toEqual({ code: 1, signal: null });
    expect(started.said().stderr).toMatch(/^[^\n]+\n$/);
    expect(started.said().stderr).toContain(`EADDRINUSE 127.0.0.1:${port}`);
    expect(await postgresPid(folder)).toBeNull();
    holder.close();
  });

  test('a stop during the start ends all processes cleanly', async () => {
    const folder = await machine.dataDir();
    const started = machine.start(folder, { WORKERS: '3' }, { detached: true });
    await vi.waitUntil(() => postgresPid(folder), ENOUGH);
    started.signal('SIGTERM');
    expect(await started.ended).toEqual({ code: 0, signal: null });
    expect(started.said().stderr).toBe('');
    expect(await postgresPid(folder)).toBeNull();
  });

  test('a first start loads the demo catalog once, although the process that loads it is killed', async () => {
    const folder = await machine.dataDir('empty');
    await startAgain({ SEED_DEMO: 'true', RATE_LIMITS: 'off' }, folder);
    await service.says('loading the demo catalog');
    const mods = () => operate(folder, ({ db }) => db.mod.count());
    await eventually(async () => expect(await mods()).toBeGreaterThan(1), ENOUGH.timeout);
    await kill('jobs');
    await service.says('the demo catalog is loaded');
    expect(await mods()).toBe(demoMods.length);
    service.signal('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, signal: null });
  });
});
