import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, startToy, type Toy } from './toy.js';
import { NEW_NOTE, NOTE } from './toy-schema.js';

describe('addresses and envelopes', () => {
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());
  beforeEach(() => {
    toy.state.effects.length = 0;
  });

  it('answers one resource as data, and keeps hidden members to itself', async () => {
    const response = await toy.send('GET', `/v1/notes/${NOTE}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({
      data: { id: NOTE, title: 'First', tags: ['a'], color: 'red' },
    });
  });

  it('answers a list as data and pagination, hidden members stripped at any depth', async () => {
    const response = await toy.send('GET', '/v1/notes');
    const note = { id: NOTE, title: 'First', tags: ['a'], color: 'red' };
    expect(await response.json()).toEqual({
      data: [{ ...note, parent: { display_title: 'First' } }],
      pagination: { next_cursor: null, has_more: false, limit: 25 },
    });
  });

  it.each(['/v1', '/api/v1'])(
    'serves %s with and without a trailing slash, never a redirect',
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
  ])('knows no %s', async (path) => {
    const response = await toy.send('GET', path);
    expect(await refusalOf(response)).toEqual([404, 'not_found']);
  });

  it('leaves what is below neither namespace to the rest of the server', async () => {
    expect((await toy.send('GET', '/v1x/notes')).status).toBe(418);
    expect((await toy.send('GET', '/graphql')).status).toBe(418);
  });

  it('answers an unknown method like an unknown address, and takes no override', async () => {
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

  it('routes actions that follow a colon, written as it is or percent-encoded', async () => {
    for (const path of [`/v1/notes/${NOTE}/media:fallback`, `/v1/notes/${NOTE}/media%3Afallback`]) {
      expect((await toy.write('POST', path)).status).toBe(201);
    }
    expect((await toy.write('POST', `/v1/notes/${NOTE}/media:other`)).status).toBe(404);
  });

  it('prefers a literal segment to a parameter, and still finds the parameter behind it', async () => {
    expect((await toy.send('GET', '/v1/notes/surprise')).status).toBe(409);
    const behind = await toy.write('POST', '/v1/notes/surprise/media:fallback');
    expect(behind.status).toBe(404);
  });

  it('refuses a percent-encoding that does not decode', async () => {
    const response = await toy.send('GET', '/v1/notes/%E0%A4%A');
    expect(await refusalOf(response)).toEqual([400, 'invalid_request']);
  });

  it('answers HEAD as GET without the body', async () => {
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

  it('answers a creation with 201, its canonical address and its strong validator', async () => {
    const response = await toy.write('POST', '/api/v1/notes', { title: 'New' });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/v1/notes/${NEW_NOTE}`);
    expect(response.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('answers a removal with 204 and nothing else', async () => {
    const response = await toy.write('DELETE', `/v1/notes/${NEW_NOTE}`);
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('answers 202 with Location while the job runs, 200 without one when it is done', async () => {
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

  it('tells what is not there from what is', async () => {
    const response = await toy.send('GET', '/v1/notes/0192f0c1-0000-7000-8000-0000000000ff');
    expect(await refusalOf(response)).toEqual([404, 'not_found']);
  });
});
