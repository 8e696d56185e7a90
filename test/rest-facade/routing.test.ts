import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, startToy, type Toy } from './toy.js';
import { NEW_NOTE, NOTE } from './toy-schema.js';

describe('routing and envelopes', () => {
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());
  beforeEach(() => {
    toy.state.effects.length = 0;
  });

  it('a read returns one resource as data, without hidden members', async () => {
    const response = await toy.send('GET', `/v1/notes/${NOTE}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({
      data: { id: NOTE, title: 'First', tags: ['a'], color: 'red' },
    });
  });

  it('a list returns data and pagination, without hidden members at any depth', async () => {
    const response = await toy.send('GET', '/v1/notes');
    const note = { id: NOTE, title: 'First', tags: ['a'], color: 'red' };
    expect(await response.json()).toEqual({
      data: [{ ...note, parent: { display_title: 'First' } }],
      pagination: { next_cursor: null, has_more: false, limit: 25 },
    });
  });

  it.each(['/v1', '/api/v1'])(
    'the namespace %s works with and without a trailing slash, never with a redirect',
    async (base) => {
      for (const path of [`${base}/notes`, `${base}/notes/`, `${base}/notes/${NOTE}/`]) {
        const response = await toy.send('GET', path);
        expect([path, response.status, response.redirected]).toEqual([path, 200, false]);
      }
    },
  );

  it.each([
    '/v1/nothing',
    '/v1/Notes',
    '/v1/notes//',
    '/v1//notes',
    '/v1/',
    '/v1',
    `/v1/notes/${NOTE}/media`,
    '/api/v1/nothing',
  ])('an unknown path returns 404: %s', async (path) => {
    const response = await toy.send('GET', path);
    expect(await refusalOf(response)).toEqual([404, 'not_found']);
  });

  it('paths outside both namespaces are left to the rest of the server', async () => {
    expect((await toy.send('GET', '/v1x/notes')).status).toBe(418);
    expect((await toy.send('GET', '/graphql')).status).toBe(418);
  });

  it('an unknown method returns 404, and method overrides are ignored', async () => {
    const put = await toy.write('PUT', `/v1/notes/${NOTE}`, {});
    expect(await refusalOf(put)).toEqual([404, 'not_found']);
    const overridden = await toy.write(
      'POST',
      '/v1/notes',
      { title: 'kept' },
      {
        'x-http-method-override': 'DELETE',
      },
    );
    expect(overridden.status).toBe(201);
  });

  it('actions after a colon are routed, plain or percent-encoded', async () => {
    for (const path of [`/v1/notes/${NOTE}/media:fallback`, `/v1/notes/${NOTE}/media%3Afallback`]) {
      expect((await toy.write('POST', path)).status).toBe(201);
    }
    expect((await toy.write('POST', `/v1/notes/${NOTE}/media:other`)).status).toBe(404);
  });

  it('a literal segment wins over a parameter, and the parameter is still found behind it', async () => {
    expect((await toy.send('GET', '/v1/notes/surprise')).status).toBe(409);
    const behind = await toy.write('POST', '/v1/notes/surprise/media:fallback');
    expect(behind.status).toBe(404);
  });

  it('an invalid percent-encoding returns 400', async () => {
    const response = await toy.send('GET', '/v1/notes/%E0%A4%A');
    expect(await refusalOf(response)).toEqual([400, 'invalid_request']);
  });

  it('HEAD returns the headers of GET without the body', async () => {
    const get = await toy.send('GET', `/v1/notes/${NOTE}`);
    const head = await toy.send('HEAD', `/v1/notes/${NOTE}`);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'vary']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
    const lost = await toy.send('HEAD', '/v1/nothing');
    expect([lost.status, await lost.text()]).toEqual([404, '']);
  });

  it('a creation returns 201 with its canonical Location and strong ETag', async () => {
    const response = await toy.write('POST', '/api/v1/notes', { title: 'New' });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/v1/notes/${NEW_NOTE}`);
    expect(response.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('a removal returns 204 and nothing else', async () => {
    const response = await toy.write('DELETE', `/v1/notes/${NEW_NOTE}`);
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('an accepted job returns 202 with Location while it runs, and 200 without it afterwards', async () => {
    const path = `/v1/sessions/${NOTE}/complete`;
    toy.state.jobActive = true;
    const running = await toy.write('POST', path, {}, { 'idempotency-key': 'running' });
    const statusEndpoint = `/v1/sessions/${NOTE}`;
    expect([running.status, running.headers.get('location')]).toEqual([202, statusEndpoint]);
    expect(running.headers.get('x-upload-correlation-id')).toBe(`corr-${NOTE}`);
    expect(await running.json()).toEqual({
      data: {
        session_id: NOTE,
        url: expect.any(String),
        supportCorrelationId: `corr-${NOTE}`,
        job: { statusEndpoint, progress: { percent: 40 } },
      },
      status: { progress: { percent: 40 } },
    });
    toy.state.jobActive = false;
    const done = await toy.write('POST', path, undefined, { 'idempotency-key': 'done' });
    expect([done.status, done.headers.get('location')]).toEqual([200, null]);
  });

  it('a missing resource returns 404', async () => {
    const response = await toy.send('GET', '/v1/notes/0192f0c1-0000-7000-8000-0000000000ff');
    expect(await refusalOf(response)).toEqual([404, 'not_found']);
  });
});
