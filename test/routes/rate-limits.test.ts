import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES, type RateClass } from '../../src/registry/limits.js';
import type { Actor, Answer, Creator } from '../actors.js';
import { eventually } from '../eventually.js';
import { useWorld } from '../harness.js';
import { newGame, refusal } from '../publishing.js';
import { from, newAddress, quotaOf, times } from './rate-limiting.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
let alice: Creator;

beforeAll(async () => {
  // What flows back within the moments of a test would blur its counts.
  world.clock.stop();
  await newGame(world, 'limited');
  alice = await world.creator('alice');
});

const get = (actor: Actor, address: string, path = '/games') => actor.get(path, from(address));
/** A write without a body: it is counted, and then refused for what it lacks. */
const write = (actor: Actor, address: string) =>
  actor.request('POST', '/mods', { headers: from(address) });

describe('somebody without a credential (Spec 8)', () => {
  it.each<[RateClass, string, string]>([
    ['catalog-read', 'GET', '/games'],
    ['search', 'GET', '/search?q=x'],
    ['plan', 'POST', '/install-plans:resolve'],
    ['download-resolve', 'POST', '/downloads/x/resolve'],
    ['mod-write', 'POST', '/mods'],
    ['upload-write', 'POST', '/uploads'],
  ])(
    'has exactly the requests of %s, whatever they are answered with',
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
    'searches the catalog as often by %s',
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

  it('is told with every answer how much is left', async () => {
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

  it('is refused with all that a client needs to wait, and nothing about itself', async () => {
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

  it('may go on after the seconds that it was told, and has all back after a minute', async () => {
    const address = newAddress();
    await times(31, () => write(world.anon, address));
    world.clock.advance(1);
    expect((await write(world.anon, address)).status).toBe(429);
    world.clock.advance(1);
    expect((await write(world.anon, address)).status).toBe(401);
    expect((await write(world.anon, address)).status).toBe(429);
    world.clock.advance(60);
    expect(quotaOf(await write(world.anon, address))).toEqual(['30', '29', '2']);
  });

  it('shares with nobody at another address, nor with another class', async () => {
    const address = newAddress();
    await times(31, () => write(world.anon, address));
    expect((await write(world.anon, newAddress())).status).toBe(401);
    expect((await get(world.anon, address)).status).toBe(200);
  });

  it('shares with its IPv6 network, by which one customer has many addresses', async () => {
    await times(30, (at) => write(world.anon, `2001:db8:0:7::${at.toString(16)}`));
    expect((await write(world.anon, '2001:db8:0:7:ffff::1')).status).toBe(429);
    expect((await write(world.anon, '2001:db8:0:8::1')).status).toBe(401);
  });

  it('costs no statement once it is refused', async () => {
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

describe('somebody with a credential (Spec 8)', () => {
  const userLimit = RATE_CLASSES['mod-write'].userPerMinute;
  const tokenLimit = RATE_CLASSES['mod-write'].credentialPerMinute;

  it('has the requests of the token, wherever it is used from', async () => {
    const bob = await world.creator('bob');
    const answers = await times(tokenLimit, () => write(bob, newAddress()));
    expect(new Set(answers.map(refusal))).toEqual(new Set(['400 invalid_json']));
    expect(quotaOf(await write(bob, newAddress()))).toEqual([String(tokenLimit), '0', '60']);
  });

  it('does not get around the limit of the user by another token', async () => {
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

  it('spends nothing of the address, and nothing of it is spent there', async () => {
    const address = newAddress();
    await times(31, () => write(world.anon, address));
    expect((await write(alice, address)).status).toBe(400);
  });

  it('spends by a repeated write and by one without the right scope', async () => {
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

  it('spends nothing by a write that does not say who sends it (Spec 5.5)', async () => {
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

  it('takes nobody’s word for another address', async () => {
    bare.clock.stop();
    const answers = await times(31, () => write(bare.anon, newAddress()));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('a service whose limits are switched off', () => {
  const free = useWorld({ RATE_LIMITS: 'off' }, { jobs: 'when-settled' });

  it('refuses nobody and tells of no limit', async () => {
    const answers = await times(40, () => write(free.anon, '10.0.0.1'));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(answers.flatMap(quotaOf))).toEqual(new Set([null]));
    const graph = await free.anon.graphql('{ __typename }');
    expect([graph.status, ...quotaOf(graph)]).toEqual([200, null, null, null]);
    const bad = await times(40, () => free.anon.get('/games', { Authorization: 'Bearer x' }));
    expect(new Set(bad.map(({ status }) => status))).toEqual(new Set([401]));
  });
});

describe('the metrics', () => {
  it('the longest delay of the event loop is a metric', async () => {
    const text = await (await fetch(`${world.baseUrl}/metrics`)).text();
    expect(text).toMatch(/^nodejs_eventloop_lag_max_seconds \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('count what was refused, by class', async () => {
    const address = newAddress();
    const count = async () => {
      const text = await (await fetch(`${world.baseUrl}/metrics`)).text();
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
