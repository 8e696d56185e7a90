import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Creator } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';
import { newParent, pathOf, type ReceivedSpan, useCollector } from '../../traces.js';

const collector = useCollector();
const world = useWorld(collector.environment);
let alice: Creator;
let modId: string;

beforeAll(async () => {
  await newGame(world, 'traced');
  alice = await world.creator('alice');
  modId = (await bareMod(alice, 'traced')).id;
});

/** Sends a request as part of a new trace, and returns its spans when the request's own is there. */
async function traceOf(send: (headers: { traceparent: string }) => Promise<unknown>) {
  const parent = newParent(randomBytes(16).toString('hex'));
  await send({ traceparent: parent.traceparent });
  const spans = await eventually(async () => {
    const found = await collector.spansOf(parent.traceId);
    expect(found.map(({ kind }) => kind)).toContain(2);
    return found;
  });
  return { spans, parent };
}

const named = (spans: readonly ReceivedSpan[], name: string) =>
  spans.find((span) => span.name === name);

/** The names of the statements directly below a span. */
const statementsBelow = (spans: readonly ReceivedSpan[], name: string) =>
  spans
    .filter(({ attributes }) => 'db.system.name' in attributes)
    .filter(({ parentSpanId }) => parentSpanId === named(spans, name)?.spanId)
    .map((span) => span.name);

describe('the trace of a request', () => {
  test('a REST request has spans of itself, its operation, its root field and its statements', async () => {
    const { spans } = await traceOf((headers) => alice.get(`/mods/${modId}`, headers));
    const route = 'GET /v1/mods/{mod_id}';
    expect(named(spans, route)).toMatchObject({
      kind: 2,
      failed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v1/mods/{mod_id}',
        'http.response.status_code': 200,
      },
      resource: { 'service.name': 'modport', 'process.pid': process.pid },
    });
    expect(named(spans, route)?.attributes).not.toHaveProperty('url.path');
    expect(named(spans, 'query getMod')).toMatchObject({
      kind: 1,
      attributes: { 'graphql.operation.type': 'query', 'graphql.operation.name': 'getMod' },
    });
    const [statement = ''] = statementsBelow(spans, 'Query.getMod');
    expect(statement).toMatch(/^SELECT /);
    expect(pathOf(spans, statement)).toEqual([statement, 'Query.getMod', 'query getMod', route]);
  });

  test("a request continues the trace of its caller as a child of the caller's span", async () => {
    const { spans, parent } = await traceOf((headers) => alice.get('/me', headers));
    expect(named(spans, 'GET /v1/me')?.parentSpanId).toBe(parent.spanId);
  });

  test('a request whose caller does not sample sends no span', async () => {
    const parent = newParent(randomBytes(16).toString('hex'), '00');
    await alice.get('/me', { traceparent: parent.traceparent });
    await traceOf((headers) => alice.get('/me', headers));
    expect(await collector.spansOf(parent.traceId)).toEqual([]);
  });

  test('a GraphQL request has spans of its operation and each of its root fields', async () => {
    const query =
      'query Named($id: ID!) { one: getMod(id: $id) { id } viewer: getMe { user { id } } }';
    const { spans } = await traceOf((headers) =>
      alice.graphql(query, { id: modId }, headers, 'Named'),
    );
    expect(named(spans, 'POST /graphql')?.attributes['http.route']).toBe('/graphql');
    expect(pathOf(spans, 'Query.getMod')).toEqual([
      'Query.getMod',
      'graphql query',
      'POST /graphql',
    ]);
    expect(pathOf(spans, 'Query.getMe')).toEqual(['Query.getMe', 'graphql query', 'POST /graphql']);
    // The client chose this name.
    expect(JSON.stringify(spans)).not.toContain('Named');
  });

  test('a known public read has the route, and the spans of its shared run', async () => {
    await world.anon.get('/mods?limit=1');
    const { spans } = await traceOf((headers) => world.anon.get('/mods?limit=1', headers));
    expect(named(spans, 'GET /v1/mods')?.attributes).toMatchObject({ 'http.route': '/v1/mods' });
    expect(pathOf(spans, 'query listMods')).toEqual([
      'query listMods',
      'shared read listMods',
      'GET /v1/mods',
    ]);
  });

  test('requests that share a run are linked from its span', async () => {
    const parents = Array.from({ length: 3 }, () => newParent(randomBytes(16).toString('hex')));
    await Promise.all(
      parents.map(({ traceparent }) => world.anon.get('/games/traced', { traceparent })),
    );
    await eventually(async () => {
      const ids = parents.map(({ traceId }) => traceId);
      const spans = (await collector.spans()).filter(({ traceId }) => ids.includes(traceId));
      const requests = spans.filter(({ kind }) => kind === 2);
      const runs = spans.filter(({ name }) => name === 'shared read getGame');
      expect(requests.length).toBe(3);
      const shown = runs.flatMap(({ links, parentSpanId }) => [...links, parentSpanId]);
      expect(shown.sort()).toEqual(requests.map(({ spanId }) => spanId).sort());
    });
  });

  test.each([
    ['GET', '/mods', '/mods'],
    ['GET', '/ACCOUNT/sign-in', '/account/sign-in'],
    // Refused, because it has no Origin.
    ['POST', '/account/sign-in', '/account/sign-in'],
    ['POST', '/oauth/token', '/oauth/token'],
    ['GET', '/storage/some-token?x=y', '/storage'],
    ['GET', '/media/some.webp', '/media/:file'],
    ['GET', '/mods/ada@example.org/', '/mods/:id'],
    ['GET', '/users/ada@example.org/', '/users/:username'],
    ['GET', '/games/some-token/', '/games/:slug'],
    ['GET', '/ACCOUNT/sign-in/', '/account/sign-in'],
    ['POST', '/oauth/token/', '/oauth/token'],
    ['GET', '/api/v1/mods/some-mod', '/api/v1/mods/{mod_id}'],
  ])('%s %s has the route %s', async (method, path, route) => {
    const { spans } = await traceOf((headers) => fetch(world.baseUrl + path, { method, headers }));
    const request = spans.find(({ kind }) => kind === 2);
    expect([request?.name, request?.attributes['http.route']]).toEqual([
      `${method} ${route}`,
      route,
    ]);
    expect(JSON.stringify(spans)).not.toMatch(/some-token|x=y/);
  });

  test('an unknown address has no route, and no segment of its path that may be a secret', async () => {
    const { spans } = await traceOf((headers) =>
      fetch(`${world.baseUrl}/no-page/ann@example.org/Kx7Qm2/some7token?token=t`, { headers }),
    );
    const [request] = spans.filter(({ kind }) => kind === 2);
    expect([request?.name, request?.attributes['http.route']]).toEqual(['GET', undefined]);
    expect(request?.attributes['url.path']).toBe('/no-page/[hidden]/[hidden]/[hidden]');
  });

  test('a refused request is no failure, and its span has the code', async () => {
    const { spans } = await traceOf((headers) =>
      alice.get('/mods/00000000-0000-7000-8000-000000000000', headers),
    );
    expect(named(spans, 'GET /v1/mods/{mod_id}')).toMatchObject({
      failed: false,
      attributes: { 'http.response.status_code': 404 },
    });
    expect(spans.filter(({ failed }) => failed)).toEqual([]);
  });

  test.each([
    ['a syntax error', '{ foo', {}, 'invalid_request'],
    ['an unknown field', '{ foo }', {}, 'invalid_request'],
    ['a wrong variable', 'query ($n: Int!) { listMods(first: $n) { __typename } }', { n: 'x' }, ''],
  ])('%s in a GraphQL request is no failure, and its span has the code', async (...given) => {
    const [, query, variables, code] = given;
    const { spans } = await traceOf((headers) => alice.graphql(query, variables, headers));
    expect(spans.filter(({ failed }) => failed)).toEqual([]);
    const operation = spans.find(({ name }) => name.startsWith('graphql'));
    expect(operation?.attributes['error.type']).toMatch(code || /^invalid_/);
  });

  test('a failed statement fails its span and that of its request, without a message', async () => {
    const { db } = world.platform;
    await db.$executeRaw`alter table mods rename to hidden_mods`;
    try {
      const { spans } = await traceOf((headers) => alice.get(`/mods/${modId}`, headers));
      const request = named(spans, 'GET /v1/mods/{mod_id}');
      expect(request).toMatchObject({ failed: true, attributes: { 'error.type': '500' } });
      const statement = spans.find(({ kind, failed }) => kind === 3 && failed);
      expect(statement?.attributes['error.type']).toBe('42P01');
      expect(JSON.stringify(spans)).not.toContain('does not exist');
    } finally {
      await db.$executeRaw`alter table hidden_mods rename to mods`;
    }
  });

  test('a statement has its text without values', async () => {
    const { spans } = await traceOf((headers) => alice.get(`/mods/${modId}`, headers));
    const statements = spans.filter(({ attributes }) => 'db.query.text' in attributes);
    expect(statements.map(({ name }) => name)).toContain('SELECT mods');
    for (const { attributes } of statements) {
      expect(attributes).toMatchObject({
        'db.system.name': 'postgresql',
        'db.operation.name': expect.stringMatching(/^[A-Z]+$/),
      });
      expect(attributes['db.query.text']).not.toContain(modId);
    }
  });

  test('a problem document names the trace of its request', async () => {
    const { status, body } = await alice.get('/mods/00000000-0000-7000-8000-000000000000');
    expect(status).toBe(404);
    await eventually(async () => {
      const spans = await collector.spansOf(body.trace_id);
      expect(spans.map(({ name }) => name)).toContain('GET /v1/mods/{mod_id}');
    });
  });

  test('polls of operators, and statements outside of requests and jobs, have no trace', async () => {
    await world.platform.db.$queryRaw`select 1`;
    for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(world.baseUrl + path);
    await traceOf((headers) => alice.get('/me', headers));
    const spans = await collector.spans();
    const first = spans.filter(({ parentSpanId }) => parentSpanId === '');
    expect([...new Set(first.map(({ kind }) => kind))]).toEqual([2]);
    const routes = spans.map(
      ({ attributes }) => attributes['http.route'] ?? attributes['url.path'],
    );
    expect(routes.filter((route) => /z$|metrics/.test(String(route)))).toEqual([]);
  });
});
