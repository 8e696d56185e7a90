import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { type Log, silentLog } from '../../src/platform/log.js';
import { type Service, startService } from '../../src/server/service.js';
import { anonymous } from '../actors.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { NEEDS_REDIS, REDIS_URL, redisUrl } from '../platform/rate-limit/redis.js';
import { from, newAddress } from '../routes/identity/rate-limiting.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

const ENOUGH = { timeout: 30_000, interval: 20 };
const AWAY = 'rate limits are counted by this service alone';
const BACK = 'rate limits are shared again';

let database: TestDatabase;
let dataDir: string;
const running: Service[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'modport-test-'));
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A service on the shared database, with the lines of its log. */
async function start(url: string): Promise<{ service: Service; lines: string[] }> {
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SEED_DEMO: 'false',
    NODE_ENV: 'test',
    TRUST_PROXY: 'loopback',
    REDIS_URL: url,
  });
  const lines: string[] = [];
  const write = (_fields: object, message: string) => void lines.push(message);
  const log: Log = { ...silentLog, info: write, warn: write };
  const service = await startService({ config, log, mode: 'api' });
  running.push(service);
  return { service, lines };
}

/** Spends most of an address's limit per minute in one request, before it refills noticeably. */
async function spend({ localUrl }: Service, address: string): Promise<number> {
  const input = '{ gameSlug: "x", title: { en: "T" }, description: { en: "D" } }';
  const fields = Array.from(
    { length: 20 },
    (_, at) => `a${at}: createModDraft(input: ${input}) { id }`,
  );
  const query = `mutation { ${fields.join(' ')} }`;
  return (await anonymous(localUrl).graphql(query, {}, from(address))).status;
}

async function ready({ localUrl }: Service): Promise<[number, unknown]> {
  const response = await fetch(`${localUrl}/readyz`);
  const { parts } = (await response.json()) as { parts: Record<string, string> };
  return [response.status, parts['redis']];
}

/** Waits for a readiness result, because results are cached for a second. */
const becomes = (service: Service, state: [number, string]): Promise<void> =>
  eventually(async () => expect(await ready(service)).toEqual(state));

test('a service starts without its Redis and enforces rate limits locally', async () => {
  const { service, lines } = await start('redis://127.0.0.1:1');
  expect(lines).toContain(AWAY);
  expect(await ready(service)).toEqual([503, 'down']);
  const address = newAddress();
  expect([await spend(service, address), await spend(service, address)]).toEqual([200, 429]);
});

describe.skipIf(REDIS_URL === undefined)(`two processes on one Redis${NEEDS_REDIS}`, () => {
  let proxy: TcpProxy;
  beforeAll(async () => {
    proxy = await startTcpProxy(redisUrl(), 6379);
  });
  afterAll(() => proxy.close());

  test('two processes share their rate limits through Redis and close their connections on stop', async () => {
    const { service: one, lines } = await start(proxy.url);
    const { service: other } = await start(proxy.url);
    const address = newAddress();
    expect([await spend(one, address), await spend(other, address)]).toEqual([200, 429]);
    expect(await spend(other, newAddress())).toBe(200);
    expect(await ready(one)).toEqual([200, 'up']);
    expect(lines).not.toContain(AWAY);
    for (const service of running.splice(0)) await service.stop();
    await vi.waitUntil(() => proxy.connections() === 0, ENOUGH);
  });

  test.each(['cut', 'hold'] as const)(
    'two processes count rate limits locally during a Redis outage (%s), and share them again afterwards',
    async (fault) => {
      const { service: one, lines } = await start(proxy.url);
      const { service: other, lines: others } = await start(proxy.url);
      const address = newAddress();
      expect(await spend(one, address)).toBe(200);
      await proxy[fault]();
      // This process has already counted the first request.
      expect(await spend(one, address)).toBe(429);
      expect([await spend(other, address), await spend(other, address)]).toEqual([200, 429]);
      await becomes(one, [503, 'down']);
      await proxy.mend();
      await vi.waitUntil(() => lines.includes(BACK) && others.includes(BACK), ENOUGH);
      expect(lines).toEqual([AWAY, BACK]);
      const next = newAddress();
      expect([await spend(one, next), await spend(other, next)]).toEqual([200, 429]);
      await becomes(one, [200, 'up']);
    },
  );
});
