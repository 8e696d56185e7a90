import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES, type RateClass } from '../../../src/registry/limits.js';
import type { Actor, Answer, Creator } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { metricsOf } from '../../metrics.js';
import { newGame, refusal } from '../../publishing.js';
import { inLongTests, longTest, withLong } from '../../rounds.js';
import { from, newAddress, quotaOf, times } from './rate-limiting.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
let alice: Creator;

beforeAll(async () => {
  // Quota that returns during a test would change its counts.
  world.clock.stop();
  await newGame(world, 'limited');
  alice = await world.creator('alice');
});

const get = (actor: Actor, address: string, path = '/games') => actor.get(path, from(address));
/** A write without a body: the limiter counts it before the handler rejects it. */
const write = (actor: Actor, address: string) =>
  actor.request('POST', '/mods', { headers: from(address) });

describe('anonymous rate limits (Spec 8)', () => {
  const limited: readonly [RateClass, string, string][] = [
    ['plan', 'POST', '/install-plans:resolve'],
    ['download-resolve', 'POST', '/downloads/x/resolve'],
    ['mod-write', 'POST', '/mods'],
    ['upload-write', 'POST', '/uploads'],
  ];
  const manyRequests: typeof limited = [
    ['catalog-read', 'GET', '/games'],
    ['search', 'GET', '/search?q=x'],
  ];
  it.each(withLong(limited, manyRequests))(
    'an anonymous client has exactly the quota of %s, regardless of the status of its responses',
    async (rate, method, path) => {
      const address = newAddress();
      const limit = RATE_CLASSES[rate].anonymousPerMinute;
      const ask = () => world.anon.request(method, path, { headers: from(address) });
      const answers = await times(limit, ask);
      expect(answers.filter(({ status }) => status === 429)).toEqual([]);
      const over = await times(3, ask);
      expect(over.map(({ body }) => [body.code, body.quota_bucket])).toEqual(
        times3(['rate_limited', rate]),
      );
    },
  );

  it.each(['/mods?q=x', '/api/v1/mods?query=x'])(
    'a catalog list with a query counts as a search: %s',
    async (path) => {
      const address = newAddress();
      const searched = await get(world.anon, address, path);
      expect([searched.status, quotaOf(searched)[0]]).toEqual([200, '120']);
      const next = await get(world.anon, address, '/search?q=x');
      expect(quotaOf(next)[1]).toBe('118');
      const listed = await get(world.anon, address, '/mods');
      expect(quotaOf(listed).slice(0, 2)).toEqual(['600', '598']);
    },
  );

  it('a response carries the remaining quota, regardless of its status', async () => {
    const address = newAddress();
    const first = await get(world.anon, address);
    expect([first.status, quotaOf(first)]).toEqual([200, ['600', '599', '1']]);
    const etag = first.headers.get('etag') ?? '';
    const same = await world.anon.get('/games', { ...from(address), 'If-None-Match': etag });
    expect([same.status, quotaOf(same)]).toEqual([304, ['600', '598', '1']]);
    const missing = await get(world.anon, address, '/games/nowhere');
    expect([missing.status, quotaOf(missing)]).toEqual([404, ['600', '597', '1']]);
    const head = await world.anon.request('HEAD', '/games', { headers: from(address) });
    expect([head.status, quotaOf(head)]).toEqual([200, ['600', '596', '1']]);
    const compatible = await get(world.anon, address, '/api/v1/games/');
    expect(quotaOf(compatible)).toEqual(['600', '595', '1']);
    const bad = await get(world.anon, address, '/mods?limit=0');
    expect([bad.status, quotaOf(bad)]).toEqual([400, ['600', '594', '1']]);
  });

  it('a rate_limited problem names its bucket and wait, and nothing of the client', async () => {
    const address = newAddress();
    await times(30, () => write(world.anon, address));
    const refused = await write(world.anon, address);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(quotaOf(refused)).toEqual(['30', '0', '60']);
    expect(refused.body).toEqual({
      type: expect.stringMatching(/\/problems\/rate_limited$/),
      title: expect.any(String),
      status: 429,
      detail: expect.any(String),
      instance: '/v1/mods',
      code: 'rate_limited',
      retryable: true,
      docs_slug: 'errors.rate_limited',
      request_id: refused.headers.get('x-request-id'),
      trace_id: expect.any(String),
      quota_bucket: 'mod-write',
      retry_after_seconds: 2,
    });
  });

  longTest(
    'an anonymous client continues after retry_after_seconds and has its full quota after a minute',
    async () => {
      const address = newAddress();
      await times(31, () => write(world.anon, address));
      world.clock.advance(1);
      expect((await write(world.anon, address)).status).toBe(429);
      world.clock.advance(1);
      expect((await write(world.anon, address)).status).toBe(401);
      expect((await write(world.anon, address)).status).toBe(429);
      world.clock.advance(60);
      expect(quotaOf(await write(world.anon, address))).toEqual(['30', '29', '2']);
    },
  );

  it('anonymous quota is separate for each address and for each class', async () => {
    const address = newAddress();
    await times(31, () => write(world.anon, address));
    expect((await write(world.anon, newAddress())).status).toBe(401);
    expect((await get(world.anon, address)).status).toBe(200);
  });

  longTest(
    'anonymous quota is shared by an IPv6 network, because one customer has many of its addresses',
    async () => {
      await times(30, (at) => write(world.anon, `2001:db8:0:7::${at.toString(16)}`));
      expect((await write(world.anon, '2001:db8:0:7:ffff::1')).status).toBe(429);
      expect((await write(world.anon, '2001:db8:0:8::1')).status).toBe(401);
    },
  );

  it('a rate-limited request sends no statement', async () => {
    const address = newAddress();
    const ask = () => get(world.anon, address, '/search?q=x');
    await times(RATE_CLASSES.search.anonymousPerMinute, ask);
    const statements = await world.statements(async () => {
      const answers = await times(20, ask);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    });
    expect(statements.filter((sql) => !/\bjobs\b/.test(sql))).toEqual([]);
  });
});

describe('credential rate limits (Spec 8)', () => {
  const userLimit = RATE_CLASSES['mod-write'].userPerMinute;
  const tokenLimit = RATE_CLASSES['mod-write'].credentialPerMinute;

  it('a token has one quota for requests from all addresses', async () => {
    const bob = await world.creator('bob');
    const answers = await times(tokenLimit, () => write(bob, newAddress()));
    expect(new Set(answers.map(refusal))).toEqual(new Set(['400 invalid_json']));
    expect(quotaOf(await write(bob, newAddress()))).toEqual([String(tokenLimit), '0', '60']);
  });

  longTest('another token does not bypass the rate limit of its user', async () => {
    const carol = await world.creator('carol');
    const tokens = [carol, await carol.withToken({}), await carol.withToken({})];
    const statuses: number[] = [];
    for (const token of tokens) {
      const answers = await times(tokenLimit, () => write(token, newAddress()));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(userLimit);
    const fresh = await carol.withToken({});
    const refused = await write(fresh, newAddress());
    expect([refusal(refused), ...quotaOf(refused)]).toEqual([
      '429 rate_limited',
      String(userLimit),
      '0',
      '60',
    ]);
    expect((await write(alice, newAddress())).status).toBe(400);
  });

  it('a credential and its address have separate quotas', async () => {
    const address = newAddress();
    await times(31, () => write(world.anon, address));
    expect((await write(alice, address)).status).toBe(400);
  });

  it('a replayed write and a write without the right scope use up quota', async () => {
    const dora = await world.creator('dora');
    const left = (answer: Answer) => Number(answer.headers.get('ratelimit-remaining'));
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { game_slug: 'limited', title: { en: 'T' }, description: { en: 'D' } };
    const first = await dora.post('/mods', body, key);
    const again = await dora.post('/mods', body, key);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([left(first), left(again)]).toEqual([tokenLimit - 1, tokenLimit - 2]);
    const reader = await dora.withToken({ scopes: 'mods:read' });
    const narrow = await reader.post('/mods', body);
    expect([refusal(narrow), left(narrow)]).toEqual(['403 insufficient_scope', tokenLimit - 1]);
  });

  it('a write without a client identity uses up no quota (Spec 5.5)', async () => {
    const emil = await world.creator('emil');
    const nameless = { 'User-Agent': 'curl/8', ...from(newAddress()) };
    const answers = await times(tokenLimit + 1, () =>
      emil.request('POST', '/mods', { headers: nameless }),
    );
    expect(new Set(answers.map(refusal))).toEqual(new Set(['400 invalid_client_identity']));
    const named = await write(emil, newAddress());
    expect(named.headers.get('ratelimit-remaining')).toBe(String(tokenLimit - 1));
  });
});

describe('a service without a trusted proxy', () => {
  const bare = useWorld({ RATE_LIMITS: 'on' }, { jobs: 'when-settled' });

  it('a service without a trusted proxy ignores X-Forwarded-For', async () => {
    bare.clock.stop();
    const answers = await times(31, () => write(bare.anon, newAddress()));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

inLongTests(() =>
  describe('a service without rate limits', () => {
    const free = useWorld({ RATE_LIMITS: 'off' }, { jobs: 'when-settled' });

    it('a service with RATE_LIMITS=off rejects no request and sends no quota headers', async () => {
      const answers = await times(40, () => write(free.anon, '10.0.0.1'));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
      expect(new Set(answers.flatMap(quotaOf))).toEqual(new Set([null]));
      const graph = await free.anon.graphql('{ __typename }');
      expect([graph.status, ...quotaOf(graph)]).toEqual([200, null, null, null]);
      const bad = await times(40, () => free.anon.get('/games', { Authorization: 'Bearer x' }));
      expect(new Set(bad.map(({ status }) => status))).toEqual(new Set([401]));
    });
  }),
);

describe('metrics', () => {
  it('the metrics include the longest delay of the event loop', async () => {
    const text = await metricsOf(world);
    expect(text).toMatch(/^nodejs_eventloop_lag_max_seconds \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('the metrics count rate-limited requests by class', async () => {
    const address = newAddress();
    const count = async () => {
      const text = await metricsOf(world);
      return Number(
        /^modport_rate_limited_total\{quota_bucket="upload-write"\} (\d+)$/m.exec(text)?.[1] ?? 0,
      );
    };
    const before = await count();
    await times(32, () => world.anon.request('POST', '/uploads', { headers: from(address) }));
    await eventually(async () => expect((await count()) - before).toBe(2));
  });
});

function times3<T>(one: T): T[] {
  return [one, one, one];
}
