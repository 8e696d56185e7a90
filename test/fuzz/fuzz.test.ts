import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileRoutes } from '../../rest-facade/compile-route.js';
import { readOperations } from '../../rest-facade/operations-source.js';
import { routes } from '../../rest-facade/routes/index.js';
import { buildDomainSchema, createGateway } from '../../src/graphql/index.js';
import { createLog, type Log } from '../../src/platform/log.js';
import type { Json } from '../actors.js';
import { MOST_BLOCKED_MS, watchEventLoop } from '../event-loop.js';
import { useWorld } from '../harness.js';
import { allOf, dial, type RawAnswer } from '../raw-http.js';
import { brokenHttp } from './broken-http.js';
import { graphqlRequests } from './graphql-requests.js';
import { belongingsOf, halfDone } from './half-done.js';
import { openLine } from './line.js';
import { mcpRequests } from './mcp-requests.js';
import { faultsOf } from './oracle.js';
import { otherRequests } from './other-requests.js';
import { type Plant, plant } from './plant.js';
import { bytesOf, type FuzzRequest, type Live } from './request.js';
import { restRequests } from './rest-requests.js';

const COUNT = Number(process.env['FUZZ_REQUESTS'] ?? 200);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
/** The number of concurrent connections. */
const LINES = 16;
const BATCH = 400;
/** The allowed heap growth: a full document cache and compiled code. */
const GROWTH_BYTES = 96 * 2 ** 20;

/** Internal errors by request ID, so that a finding shows more than its response. */
const failures = new Map<unknown, unknown>();
/** The credentials and the secrets of the service, and the lines of the log with one of them. */
let logSecrets: readonly string[] = [];
const leaks: string[] = [];
const written = createLog('trace', {
  write(line) {
    if (logSecrets.some((secret) => line.includes(secret))) leaks.push(line);
  },
});
const log: Log = {
  ...written,
  error: (fields, message) => {
    const { request_id: id, err }: Record<string, unknown> = { ...fields };
    failures.set(id, err);
    written.error(fields, message);
  },
};
const world = useWorld({ RATE_LIMITS: 'off' }, { log });
const live: Live = new Map();
const findings: string[] = [];
const eventLoop = watchEventLoop();
const seen = new Map<string, number>();
let planted: Plant;
let port = 0;
let before: { heapBytes: number; mod: Json; belongings: string };

beforeAll(async () => {
  process.env['FUZZ_CANARY'] = 'canary-of-the-environment-7f3a';
  planted = await plant(world);
  logSecrets = [
    ...planted.credentials.map((value) => value.replace('Bearer ', '')),
    String(world.platform.config.databaseUrl),
    process.env['FUZZ_CANARY'],
  ];
  port = Number(new URL(world.baseUrl).port);
  const mod = await publishedMod();
  const belongings = await belongingsOf(world, planted.ownerId);
  before = { heapBytes: collectedBytes(), mod, belongings };
  console.log(`fuzzing with FUZZ_SEED=${SEED} FUZZ_REQUESTS=${COUNT}`);
});

afterAll(() => {
  delete process.env['FUZZ_CANARY'];
});

/** The published mod as anonymous callers see it, without its download count, which may change. */
async function publishedMod(): Promise<Json> {
  const { body } = await world.anon.get(`/mods/${planted.publishedModId}`);
  const { downloads_count, ...rest } = body.data;
  expect(downloads_count).toBeGreaterThanOrEqual(0);
  return rest;
}

/** Sends generated requests in batches, to bound the memory. */
async function fuzz(
  name: string,
  share: number,
  requests: fc.Arbitrary<FuzzRequest>,
): Promise<void> {
  const count = Math.ceil(COUNT * share);
  for (let from = 0; from < count; from += BATCH) {
    const numRuns = Math.min(BATCH, count - from);
    const batch = fc.sample(requests, { numRuns, seed: SEED + from });
    // Generated before the measurement: the generators share the event loop with the service.
    await eventLoop.during(name, async () => {
      await Promise.all(Array.from({ length: LINES }, (_, line) => along(name, from, batch, line)));
    });
  }
}

/** Sends every sixteenth request of a batch in sequence. */
async function along(name: string, from: number, batch: readonly FuzzRequest[], first: number) {
  const line = openLine(port);
  for (let at = first; at < batch.length; at += LINES) {
    const request = batch[at];
    if (!request) break;
    const bytes = bytesOf(request, live);
    try {
      const answer = await line.ask(bytes, request.method === 'HEAD');
      learn(answer.headers, answer.body);
      count(`${name} ${answer.status}`);
      const faults = faultsOf(request, answer, planted.secrets);
      if (faults.length > 0) report(`${name} ${from + at}`, faults, bytes, answer);
    } catch (error) {
      line.close();
      report(`${name} ${from + at}`, [String(error)], bytes, null);
    }
  }
  line.close();
}

function count(what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

function report(
  where: string,
  faults: readonly string[],
  bytes: Buffer,
  answer: RawAnswer | null,
): void {
  count('findings');
  if (findings.length >= 20) return;
  const sent = bytes.toString('latin1').slice(0, 2_000);
  const told = inspect(answer).slice(0, 1_500);
  const inside = inspect(failures.get(answer?.headers['x-request-id'])).slice(0, 1_500);
  findings.push(`${where}: ${faults.join('; ')}\n${sent}\n=> ${told}\n${inside}`);
}

/** Stores values of responses that later requests need. */
function learn(headers: Readonly<Record<string, string>>, body: string): void {
  const cursor = /"next_?[cC]ursor":"([^"]+)"/.exec(body)?.[1];
  const upload = /"upload_id":"([^"]+)"/.exec(body)?.[1];
  const signed = /\/storage\/([\w-]+)"/.exec(body)?.[1];
  const etag = /^"\d+"$/.exec(headers['etag'] ?? '')?.[0];
  if (cursor) live.set('@CURSOR@', cursor);
  if (upload) live.set('@UPLOAD@', upload);
  if (signed) live.set('@SIGNED@', signed);
  if (etag) live.set('@ETAG@', etag);
}

function collectedBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe(`hostile requests (FUZZ_SEED=${SEED} FUZZ_REQUESTS=${COUNT})`, () => {
  const minutes = 60_000 * Math.ceil(COUNT / 1_000);

  it(
    'hostile requests are refused only in the ways that the contract allows',
    async () => {
      const { platform } = world;
      const compiled = compileRoutes(
        createGateway(platform, buildDomainSchema()),
        routes,
        readOperations(),
      );
      await fuzz('rest', 0.6, restRequests(planted, compiled));
      await fuzz('graphql', 0.25, graphqlRequests(planted, buildDomainSchema()));
      await fuzz('other', 0.08, otherRequests(planted));
      await fuzz('mcp', 0.04, mcpRequests(planted));
      console.log(Object.fromEntries([...seen].sort()));
      expect(findings.join('\n\n')).toBe('');
    },
    minutes,
  );

  it(
    'bytes that are not HTTP are refused, and the service keeps running',
    async () => {
      const all = fc.sample(brokenHttp, { numRuns: Math.ceil(COUNT * 0.03), seed: SEED });
      const sending = Array.from({ length: LINES }, async (_, line) => {
        for (let at = line; at < all.length; at += LINES)
          await sendBroken(at, all[at] ?? Buffer.alloc(1));
      });
      await eventLoop.during('broken', () => Promise.all(sending));
      expect(findings.join('\n\n')).toBe('');
    },
    minutes,
  );

  it('hostile requests never block the event loop for a second', () => {
    console.log(eventLoop.summary());
    expect(eventLoop.maxMs()).toBeLessThan(MOST_BLOCKED_MS);
  });

  it('the log of hostile requests holds no credential and no secret of the service', () => {
    expect(leaks).toEqual([]);
  });

  it("hostile requests leave the service healthy, its memory bounded and the owner's rows unchanged", async () => {
    expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(200);
    expect(collectedBytes() - before.heapBytes).toBeLessThan(GROWTH_BYTES);
    expect(await publishedMod()).toEqual(before.mod);
    expect(await belongingsOf(world, planted.ownerId)).toBe(before.belongings);
    await world.settled();
    expect(await halfDone(world)).toEqual({});
  });
});

async function sendBroken(at: number, bytes: Buffer): Promise<void> {
  const socket = await dial(port, bytes);
  // The request is complete, so the service does not have to wait for more.
  socket.end();
  const target = bytes.includes('graphql') ? '/graphql' : '/';
  for (const answer of await allOf(socket)) {
    count(`broken ${answer.status}`);
    const faults = faultsOf({ method: 'GET', target }, answer, planted.secrets);
    if (faults.length > 0) report(`broken ${at}`, faults, bytes, answer);
  }
}
