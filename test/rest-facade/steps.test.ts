import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Gateway } from '../../src/graphql/gateway.js';
import { problem } from '../../src/registry/errors.js';
import { GOOD_WRITE, refusalOf, startToy, type Toy, toyGateway, toyState } from './toy.js';
import { NOTE } from './toy-schema.js';

describe('the order of request checks', () => {
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());
  beforeEach(() => {
    toy.state.effects.length = 0;
  });
  const create = (headers: Record<string, string>, body = '{"title":"x"}') =>
    toy.send('POST', '/v1/notes', { headers: { ...GOOD_WRITE, ...headers }, body });

  it('the client identity is checked before the credential', async () => {
    const response = await create({ 'user-agent': 'curl/8', authorization: 'Bearer mpat_stolen' });
    expect(await refusalOf(response)).toEqual([400, 'invalid_client_identity']);
  });

  it('the credential is checked before the body is read', async () => {
    const { authorization: _, ...anonymous } = GOOD_WRITE;
    const response = await toy.send('POST', '/v1/notes', { headers: anonymous, body: '{nonsense' });
    expect(await refusalOf(response)).toEqual([401, 'unauthorized']);
    const stolen = await create({ authorization: 'Bearer mpat_stolen' }, '{nonsense');
    expect(await refusalOf(stolen)).toEqual([401, 'unauthorized']);
  });

  it('the scope is checked and named before the body is read', async () => {
    const response = await create({ authorization: 'Bearer mpat_weak_secret' }, '{nonsense');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'insufficient_scope',
      required_scopes: ['mods:write'],
    });
  });

  it('an invalid credential is never treated as anonymous', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    const response = await toy.send('GET', `/v1/notes/${NOTE}`, { headers });
    expect(await refusalOf(response)).toEqual([401, 'unauthorized']);
  });

  it('the body is read before the key is checked, and the key before the precondition', async () => {
    const path = `/v1/sessions/${NOTE}/complete`;
    const broken = await toy.send('POST', path, { headers: GOOD_WRITE, body: '{' });
    expect(await refusalOf(broken)).toEqual([400, 'invalid_json']);
    const keyless = await toy.send('POST', path, { headers: GOOD_WRITE, body: '{}' });
    expect(await refusalOf(keyless)).toEqual([400, 'idempotency_key_required']);
    const change = (key: string) =>
      toy.write('PATCH', `/v1/notes/${NOTE}`, { title: 'x' }, { 'idempotency-key': key });
    expect(await refusalOf(await change('bad key'))).toEqual([400, 'invalid_input']);
    expect(await refusalOf(await change('good-key'))).toEqual([428, 'precondition_required']);
  });

  it('the precondition is checked before the values', async () => {
    const response = await toy.write('PATCH', `/v1/notes/${NOTE}`, { unknown: 1 });
    expect(await refusalOf(response)).toEqual([428, 'precondition_required']);
  });

  it('a refused request has no effect', async () => {
    await create({ 'user-agent': 'curl/8' });
    await create({}, '{"title":1}');
    await toy.write('PATCH', `/v1/notes/${NOTE}`, { title: 'x' }, { 'if-match': '"old"' });
    expect(toy.state.effects).toEqual([]);
  });

  it('If-Match must be one strong ETag, and a stale one returns 412 with the current ETag', async () => {
    const change = (tag: string) =>
      toy.write('PATCH', `/v1/notes/${NOTE}`, { title: 'x' }, { 'if-match': tag });
    for (const tag of ['W/"1"', '*', '"1", "2"', '1', '"1', 'x"1"']) {
      const response = await change(tag);
      expect([tag, ...(await refusalOf(response))]).toEqual([tag, 412, 'precondition_failed']);
    }
    expect(toy.state.effects).toEqual([]);
    const stale = await change('"0"');
    expect([stale.status, stale.headers.get('etag')]).toEqual([412, '"1"']);
    const fresh = await change('"1"');
    expect([fresh.status, fresh.headers.get('etag')]).toEqual([200, '"2"']);
  });
});

describe('the calls of a request to the gateway', () => {
  let toy: Toy;
  const calls: string[] = [];
  beforeAll(async () => {
    toy = await startToy({ gateway: recorded(toyGateway(toyState()), calls) });
  });
  afterAll(() => toy.close());
  beforeEach(() => {
    calls.length = 0;
  });
  const key = { 'idempotency-key': 'k' };

  it('a read opens the context, is counted, is authorized and runs its operation', async () => {
    expect((await toy.send('GET', `/v1/notes/${NOTE}`)).status).toBe(200);
    expect(calls).toEqual(['open', 'admit', 'authorize', 'run getNote']);
  });

  it('a keyed write asks for room first, verifies its credential again after the body, and claims its key before it runs', async () => {
    expect((await toy.write('POST', '/v1/notes', { title: 'x' }, key)).status).toBe(201);
    const admission = ['requireRoomForChange', 'open', 'admit', 'authorize', 'refresh'];
    expect(calls).toEqual([...admission, 'claim', 'run createNote', 'remember']);
    calls.length = 0;
    expect((await toy.write('POST', '/v1/notes', { title: 'x' }, key)).status).toBe(201);
    expect(calls).toEqual([...admission, 'claim', 'run getNote']);
  });

  it('a refused keyed write releases its key', async () => {
    const released = { 'idempotency-key': 'released' };
    expect((await toy.write('POST', '/v1/notes', { title: 1 }, released)).status).toBe(400);
    expect(calls.slice(-2)).toEqual(['claim', 'release']);
  });
});

/** A gateway that records its calls, and the operations that it runs. */
function recorded(gateway: Gateway, calls: string[]): Gateway {
  const recording = <T extends object>(target: T, nameOf: (member: string) => string): T =>
    new Proxy(target, {
      get(of, member) {
        const value: unknown = Reflect.get(of, member);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          calls.push(nameOf(String(member)));
          return Reflect.apply(value, of, args);
        };
      },
    });
  const itself = (member: string) => member;
  return {
    ...recording(gateway, itself),
    idempotency: recording(gateway.idempotency, itself),
    compile(source) {
      const operations = [...gateway.compile(source)];
      return new Map(
        operations.map(([name, operation]) => [name, recording(operation, () => `run ${name}`)]),
      );
    },
  };
}

describe('rate limiting', () => {
  let toy: Toy;
  const counted: unknown[] = [];
  beforeAll(async () => {
    const admit: Gateway['admit'] = async (_ctx, cost) => {
      counted.push(Object.fromEntries(cost));
      if (counted.length > 3) throw problem('rate_limited', { retryAfterSeconds: 1 });
      return { limit: 3, remaining: 3 - counted.length, resetSeconds: 60 };
    };
    const gateway = { ...toyGateway(toyState()), admit };
    toy = await startToy({ gateway });
  });
  afterAll(() => toy.close());
  beforeEach(() => {
    counted.length = 0;
  });
  const create = (headers: Record<string, string>, body = '{nonsense') =>
    toy.send('POST', '/v1/notes', { headers: { ...GOOD_WRITE, ...headers }, body });

  it('requests without a valid client identity or credential take no rate limit units', async () => {
    await create({ 'user-agent': 'curl/8' });
    await create({ authorization: 'Bearer mpat_stolen' });
    const other = { authorization: 'Bearer oauth-token', 'x-service-client': 'somebody-else' };
    expect(await refusalOf(await create(other))).toEqual([400, 'invalid_client_identity']);
    expect(counted).toEqual([]);
  });

  it('a request counts in the rate class of its route before scope, body, key and precondition are checked', async () => {
    expect((await create({ authorization: 'Bearer mpat_weak_secret' })).status).toBe(403);
    expect((await create({})).status).toBe(400);
    expect((await toy.send('HEAD', `/v1/notes/${NOTE}`)).headers.get('ratelimit-remaining')).toBe(
      '0',
    );
    expect(counted).toEqual([{ 'mod-write': 1 }, { 'mod-write': 1 }, { 'catalog-read': 1 }]);
    expect(await refusalOf(await create({}))).toEqual([429, 'rate_limited']);
  });
});

describe('the client identity', () => {
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());
  const create = (headers: Record<string, string>) =>
    toy.send('POST', '/v1/notes', {
      headers: { ...GOOD_WRITE, ...headers },
      body: '{"title":"x"}',
    });

  it.each([
    'NoteKeeper/1.2 (+https://notes.test)',
    'Note-Keeper/v1.2.3-beta (+team@notes.test)',
    'NoteKeeper/1 (+mailto:team@notes.test) Electron/30',
  ])('the user agent %s is accepted as a client identity', async (agent) => {
    expect((await create({ 'user-agent': agent })).status).toBe(201);
  });

  it.each([
    'curl/8.5.0',
    'curl/8.5.0 (+https://notes.test)',
    'python-requests/2.32 (+me@notes.test)',
    'Mozilla/5.0 (X11; Linux x86_64)',
    'Go-http-client/1.1 (+me@notes.test)',
    'NoteKeeper/1.2',
    'NoteKeeper (+https://notes.test)',
    'NoteKeeper/1.2 (https://notes.test)',
    'NoteKeeper/1.2 (+nowhere)',
    'NoteKeeper/1.2 (+ftp://notes.test)',
    `NoteKeeper/1.2 (+https://notes.test) ${'x'.repeat(600)}`,
  ])('the user agent %s is rejected as a client identity', async (agent) => {
    expect(await refusalOf(await create({ 'user-agent': agent }))).toEqual([
      400,
      'invalid_client_identity',
    ]);
  });

  it.each([
    { 'x-service-client': '' },
    { 'x-service-client-version': '' },
    { 'x-service-client': 'note keeper' },
    { 'x-service-client': 'mpat_good_secret' },
  ])('a personal token requires both client headers: %o is rejected', async (headers) => {
    expect(await refusalOf(await create(headers))).toEqual([400, 'invalid_client_identity']);
  });

  it('an OAuth token determines the client identity: a different name next to it is rejected', async () => {
    const authorization = 'Bearer oauth-token';
    const other = await create({ authorization, 'x-service-client': 'somebody-else' });
    expect(await refusalOf(other)).toEqual([400, 'invalid_client_identity']);
    expect((await create({ authorization, 'x-service-client': 'note-app' })).status).toBe(201);
  });

  it('reads and anonymous requests need no client identity', async () => {
    const headers = { 'user-agent': 'curl/8', authorization: 'Bearer mpat_good_secret' };
    expect((await toy.send('GET', '/v1/notes', { headers })).status).toBe(200);
    const anonymous = await toy.send('POST', '/v1/notes', { headers: { 'user-agent': 'curl/8' } });
    expect(await refusalOf(anonymous)).toEqual([401, 'unauthorized']);
  });
});
