import { createServer, type RequestListener, type Server } from 'node:http';
import { createClient, items, ProblemError, plan, TransportError, updates } from '@modport/client';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BASE_URL,
  facts,
  IDENTITY,
  mod,
  requests,
  testClient,
  withFaults,
} from './support/service.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** The address of a hostile service. */
async function hostile(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

describe('createClient', () => {
  it.each([
    [{ baseUrl: 'ftp://example.org/v1' }],
    [{ baseUrl: 'https://user:secret@example.org/v1' }],
    [{ baseUrl: 'https://example.org/v1?x=1' }],
    [{ baseUrl: 'http://example.org/v1', token: 'secret' }],
    [{ baseUrl: 'https://example.org/v1', token: 'two words' }],
    [{ baseUrl: 'https://example.org/v1', token: 'a\r\nX-Evil: 1' }],
    [{ baseUrl: 'https://example.org/v1', identity: { ...IDENTITY, name: 'a b' } }],
    [{ baseUrl: 'https://example.org/v1', identity: { ...IDENTITY, version: '1\r\n' } }],
    [{ baseUrl: 'https://example.org/v1', identity: { ...IDENTITY, contact: 'no (one)' } }],
  ])('createClient throws TypeError for %j', (options) => {
    expect(() => createClient(options)).toThrow(TypeError);
  });

  it.each([0, 4, 1.5])('createClient throws RangeError for %d attempts', (attempts) => {
    expect(() => createClient({ baseUrl: BASE_URL, attempts })).toThrow(RangeError);
  });
});

describe('calls', () => {
  it('a read returns the typed body, the status and the headers', async () => {
    const { id, slug } = mod('stand-alone');
    const { body, status, headers } = await testClient().get('/mods/{mod_id}', {
      params: { path: { mod_id: id } },
    });
    expect(body.data.slug).toBe(slug);
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it('a request names its program', async () => {
    await withFaults();
    await testClient({ languages: ['de', 'en'] }).get('/games');
    const [request] = await requests('/games');
    expect(request?.headers).toMatchObject({
      'user-agent': 'client-tests/1.0.0 (+https://example.org)',
      'x-service-client': 'client-tests',
      'x-service-client-version': '1.0.0',
      'accept-language': 'de, en',
    });
  });

  it('a problem is a typed error with what the service said', async () => {
    const call = testClient().get('/mods', { params: { query: { limit: 1000 } } });
    await expect(call).rejects.toThrow(ProblemError);
    await expect(call).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
      retryable: false,
      fields: [{ field: 'limit' }],
      requestId: expect.any(String),
      instance: '/v1/mods',
    });
  });

  it('a write is sent three times with one key, and then fails', async () => {
    const headers = { 'retry-after': '0' };
    const fault = { kind: 'status', status: 503, headers };
    await withFaults({ match: { method: 'POST', path: '/mods$' }, times: 9, fault });
    const client = testClient({ token: facts.token });
    const title = { en: 'Never' };
    const body = { game_slug: facts.game, title, description: title };
    await expect(client.post('/mods', { body })).rejects.toMatchObject({ status: 503, code: null });
    const keys = (await requests('/mods')).map((one) => one.headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('a lost response of a write does not write twice', async () => {
    await withFaults({
      match: { method: 'POST', path: '/mods$' },
      fault: { kind: 'drop-response' },
    });
    const client = testClient({ token: facts.token });
    const slug = `lost-${Date.now()}`;
    const title = { en: slug };
    const { body } = await client.post('/mods', {
      body: { game_slug: facts.game, slug, title, description: title },
    });
    expect(body.data.slug).toBe(slug);
    expect(await requests('/mods')).toHaveLength(2);
  });

  it('PATCH sends absent, null and value as three things', async () => {
    await withFaults();
    const client = testClient({ token: facts.token });
    const path = { mod_id: facts.draft_mod };
    const get = () => client.get('/mods/{mod_id}', { params: { path } });
    const patch = async (body: { homepage_url?: string | null; source_url?: string }) => {
      const header = { 'If-Match': (await get()).headers.get('etag') ?? '' };
      await client.patch('/mods/{mod_id}', { params: { path, header }, body });
      return (await get()).body.data;
    };
    expect(await patch({ homepage_url: 'https://example.org/a' })).toMatchObject({
      homepage_url: 'https://example.org/a',
    });
    expect(await patch({ source_url: 'https://example.org/b' })).toMatchObject({
      homepage_url: 'https://example.org/a',
    });
    expect(await patch({ homepage_url: null })).toMatchObject({
      homepage_url: null,
      source_url: 'https://example.org/b',
    });
  });

  it('a refused token that cannot be refreshed is one request and a problem', async () => {
    await withFaults();
    const client = testClient({ token: 'mpat_000000000000_wrong' });
    await expect(client.get('/me')).rejects.toMatchObject({ status: 401 });
    expect(await requests('/me')).toHaveLength(1);
  });

  it('a cancelled call rejects with the reason, also while it waits for a retry', async () => {
    const fault = { kind: 'status', status: 503, headers: { 'retry-after': '30' } };
    await withFaults({ match: { path: '/games' }, times: 9, fault });
    const stop = new AbortController();
    const client = testClient({ onAttempt: () => stop.abort(new Error('enough')) });
    await expect(client.get('/games', { signal: stop.signal })).rejects.toThrow('enough');
    expect(await requests('/games')).toHaveLength(1);
  });
});

describe('items', () => {
  it('items reads every page once', async () => {
    await withFaults();
    const slugs: string[] = [];
    const query = { game_slug: facts.game, limit: 1 };
    for await (const one of items(testClient(), '/mods', { params: { query } })) {
      slugs.push(one.slug);
    }
    expect([...slugs].sort()).toEqual(facts.mods.map(({ slug }) => slug).sort());
    expect((await requests('/mods')).length).toBe(slugs.length);
  });

  it('items stops at a cursor that repeats', async () => {
    const pagination = { next_cursor: 'same', has_more: true, limit: 1 };
    const body = JSON.stringify({ data: [], pagination });
    const fault = { kind: 'status', status: 200, body, type: 'application/json' };
    await withFaults({ match: { path: '/mods' }, times: 99, fault });
    const read = async () => {
      for await (const _ of items(testClient(), '/mods'));
    };
    await expect(read()).rejects.toThrow(TransportError);
    expect(await requests('/mods')).toHaveLength(2);
  });
});

describe('plan and updates', () => {
  it('a plan has the dependency before the mod that needs it', async () => {
    const wanted = mod('uses-base');
    const result = await plan(testClient(), { game_slug: facts.game, mod_ids: [wanted.id] });
    expect(result.items.map(({ slug }) => slug)).toEqual(['base-library', 'uses-base']);
    expect(result.items[1]?.file.sha256).toBe(wanted.sha256);
  });

  it('updates says in the order of the request what is newer', async () => {
    const { sha256, artifact_id } = mod('base-library');
    const result = await updates(testClient(), {
      game_slug: facts.game,
      items: [{ hash: sha256 }, { hash: 'a'.repeat(64) }, { artifact_id }],
    });
    expect(result.map(({ status }) => status)).toEqual(['current', 'unknown', 'current']);
  });
});

describe('hostile services', () => {
  it('a redirect to another host is not followed and takes no token along', async () => {
    const seen: string[] = [];
    const other = await hostile((request, reply) => {
      seen.push(String(request.headers.authorization));
      reply.end('{}');
    });
    await withFaults({ match: { path: '/me' }, fault: { kind: 'redirect', location: other } });
    const client = testClient({ token: facts.token });
    await expect(client.get('/me')).rejects.toMatchObject({ status: 302, code: null });
    expect(seen).toEqual([]);
  });

  it('a body without end is refused instead of filling the memory', async () => {
    const block = Buffer.alloc(1024 * 1024, 32);
    const base = await hostile((_request, reply) => {
      const more = () => {
        while (!reply.destroyed && reply.write(block));
      };
      reply.writeHead(200, { 'content-type': 'application/json' }).on('drain', more);
      more();
    });
    const client = createClient({ baseUrl: `${base}/v1`, attempts: 1 });
    await expect(client.get('/games')).rejects.toThrow('larger than');
  });

  it('a value that a later release adds arrives as it is', async () => {
    const mod = { id: 'a', state: 'hibernating', access_tier: 'lunar', later: { member: 1 } };
    const base = await hostile((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' });
      reply.end(JSON.stringify({ data: mod }));
    });
    const client = createClient({ baseUrl: `${base}/v1`, attempts: 1 });
    const { body } = await client.get('/mods/{mod_id}', { params: { path: { mod_id: 'a' } } });
    expect(body.data).toEqual(mod);
  });

  it('a service that says nothing is a TransportError after the timeout', async () => {
    const base = await hostile(() => undefined);
    const client = createClient({ baseUrl: `${base}/v1`, attempts: 1, timeoutMs: 50 });
    await expect(client.get('/games')).rejects.toThrow(TransportError);
  });

  it('a body that stops is a TransportError after the timeout', async () => {
    const base = await hostile((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');
    });
    const client = createClient({ baseUrl: `${base}/v1`, attempts: 1, timeoutMs: 200 });
    await expect(client.get('/games')).rejects.toThrow(TransportError);
  });

  it('the messages of errors have no token and no query', async () => {
    const base = await hostile((_request, reply) => reply.destroy());
    const client = createClient({ baseUrl: `${base}/v1`, token: 'very-secret', attempts: 1 });
    const failed = client.get('/mods', { params: { query: { q: 'private' } } });
    await expect(failed).rejects.toSatisfy(
      (error) => error instanceof Error && !/very-secret|private/.test(String(error.stack)),
    );
  });
});
