import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_WRITE, startToy, type Toy } from './toy.js';
import { NOTE } from './toy-schema.js';

describe('cache headers', () => {
  let toy: Toy;
  const path = `/v1/notes/${NOTE}`;
  const get = (headers: Record<string, string> = {}) => toy.send('GET', path, { headers });
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());

  it('an anonymous response allows shared caches that revalidate every time', async () => {
    const { headers } = await get();
    expect(headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=0, no-cache, must-revalidate',
    );
    expect(headers.get('etag')).toMatch(/^W\/"[\w-]{20,}"$/);
    expect(headers.get('vary')).toBe('Accept-Encoding, Authorization, Cookie');
  });

  it('If-None-Match with the current ETag returns 304 without a body', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const strong = etag.replace('W/', '');
    for (const tags of [etag, strong, `"other", ${etag}`, ' * ', `W/"x" ,${strong}`]) {
      const response = await get({ 'if-none-match': tags });
      expect([tags, response.status, await response.text()]).toEqual([tags, 304, '']);
      expect(response.headers.get('etag')).toBe(etag);
      expect(response.headers.get('vary')).toContain('Authorization');
    }
  });

  it('If-None-Match returns 304 even together with no-cache, as fetch sends it', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const again = await get({
      'if-none-match': etag,
      'cache-control': 'no-cache',
      pragma: 'no-cache',
    });
    expect(again.status).toBe(304);
  });

  it('If-None-Match returns the new response after a change', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const note = toy.state.notes.get(NOTE);
    if (note) toy.state.notes.set(NOTE, { ...note, title: 'Changed' });
    const response = await get({ 'if-none-match': etag });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { title: 'Changed' } });
  });

  it.each([
    ['authorization', GOOD_WRITE['authorization'] ?? ''],
    ['cookie', 'session=abc'],
  ])('the response to a request with %s is never shared', async (name, value) => {
    const publicTag = (await get()).headers.get('etag') ?? '';
    const response = await get({ [name]: value, 'if-none-match': publicTag });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    // The domain's own strong ETag, never that of the shared response.
    expect(response.headers.get('etag')).toBe('"1"');
    expect(response.headers.get('vary')).toContain('Authorization');
  });

  it('problem documents are private', async () => {
    const { headers } = await toy.send('GET', '/v1/nothing');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('vary')).toBe('Accept-Encoding, Authorization, Cookie, Accept-Language');
  });
});
