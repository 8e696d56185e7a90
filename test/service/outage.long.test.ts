import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Answer, Json } from '../actors.js';
import { eventually } from '../eventually.js';
import { metricsShow } from '../metrics.js';
import { archiveOf, putBytes, refusal } from '../publishing.js';
import { type ChildService, createMachine, postgresPid } from './child-service.js';
import { newPublisher, type Publisher, reserve } from './publisher.js';

const machine = createMachine();
let dataDir: string;
let url: string;
let service: ChildService;
let publisher: Publisher;

beforeAll(async () => {
  dataDir = await machine.dataDir();
  service = machine.start(dataDir, { RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' });
  url = await service.baseUrl;
  publisher = await newPublisher(dataDir, url);
});
afterAll(() => machine.clear());

const ENOUGH_MS = 60_000;

test('a dead database returns 503 with Retry-After, and the service recovers without a restart', async () => {
  const { actor } = publisher;
  const made: string[] = [];
  const refused: Answer[] = [];
  const down = new Set<string>();
  let before: number | null = null;
  let isBack = false;
  const write = async (): Promise<void> => {
    const answer = await actor.post('/mods', {
      game_slug: 'quarry',
      title: { en: `Mod ${randomUUID()}` },
      description: { en: 'Written while the database dies.' },
    });
    if (answer.status === 201) made.push(answer.body.data.id);
    else refused.push(answer);
  };
  const isRestarted = async (): Promise<boolean> => {
    if (before === null || (await postgresPid(dataDir)) === before) return false;
    return refused.length > 0 && (await actor.get(`/mods/${made[0]}`)).status === 200;
  };
  const writer = async (): Promise<void> => {
    while (!isBack) await write();
  };
  const watcher = async (): Promise<void> => {
    while (!isBack) {
      const ready = await fetch(`${url}/readyz`);
      if (ready.status === 200) {
        // The result is shared for a second, and a restart may take less.
        isBack = await isRestarted();
        continue;
      }
      const { parts }: Json = await ready.json();
      for (const [part, state] of Object.entries(parts)) if (state === 'down') down.add(part);
    }
  };
  await write();
  const work = [writer(), writer(), watcher()];
  await vi.waitUntil(() => made.length > 4, ENOUGH_MS);
  before = await postgresPid(dataDir);
  process.kill(Number(before), 'SIGKILL');
  await Promise.all(work);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(refusal))).toEqual(new Set(['503 service_unavailable']));
  for (const answer of refused)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect([...down]).not.toContain('storage');
  expect(await postgresPid(dataDir)).not.toBe(before);
  for (const id of made) expect((await actor.get(`/mods/${id}`)).status).toBe(200);
  await write();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await metricsShow({ baseUrl: url }, 'modport_embedded_restarts_total{part="postgres"} 1');
});

// A file size limit simulates a full disk for one process without root. The tool prlimit exists
// only on Linux.
const limitable = spawnSync('prlimit', ['--version']).status === 0;

test.runIf(limitable)(
  'a full disk refuses a PUT with 503, and a retry succeeds when space is free',
  async () => {
    const limit = (sizeBytes: string): void => {
      execFileSync('prlimit', ['--pid', String(service.pid), `--fsize=${sizeBytes}:`]);
    };
    const { actor } = publisher;
    const bytes = new Uint8Array(archiveOf('x'.repeat(1000)));
    const { upload_id, upload } = await reserve(publisher, '1.0.0', bytes);
    limit('64');
    const full = await putBytes(upload, bytes);
    expect(full.status).toBe(503);
    expect(full.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await full.json()).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    limit('unlimited');
    expect((await putBytes(upload, bytes)).status).toBe(200);
    expect((await actor.post(`/uploads/${upload_id}/complete`, {})).status).toBe(202);
    await eventually(async () => {
      const { body } = await actor.get(`/uploads/${upload_id}`);
      expect(body.data.lifecycleStatus).toBe('ready');
    }, ENOUGH_MS);
  },
);
