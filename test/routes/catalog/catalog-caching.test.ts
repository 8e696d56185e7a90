import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Seeded, type Shelf, seedMod, seedVersion, shelfOf } from './catalog-rows.js';

const PUBLIC = 'public, max-age=0, s-maxage=0, no-cache, must-revalidate';
const PRIVATE = 'private, no-store';

const world = useWorld();
let shelf: Shelf;
let mod: Seeded;
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'cached');
  shelf = await shelfOf(world, 'cached');
  mod = await seedMod(world, shelf);
  alice = await world.creator('alice');
});

function paths(): string[] {
  const one = `/mods/${mod.modId}`;
  const version = `${one}/versions/${mod.versions[0]?.versionId}`;
  const lists = ['/games', '/categories', '/mods', '/search?q=mod', `${one}/versions`];
  return [...lists, '/games/cached', one, version, `${one}/dependencies`];
}

describe('anonymous catalog reads (Spec 4.1, caching)', () => {
  it('anonymous catalog reads have Cache-Control public, no-cache and a weak ETag', async () => {
    for (const path of paths()) {
      const { headers, status } = await world.anon.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('cache-control')).toBe(PUBLIC);
      expect(headers.get('etag')).toMatch(/^W\/"[^"]+"$/);
      expect(headers.get('vary')).toBe('Accept-Encoding, Authorization, Cookie');
    }
  });

  it('anonymous catalog reads return an empty 304 for a matching ETag, also with no-cache', async () => {
    for (const path of paths()) {
      const etag = (await world.anon.get(path)).headers.get('etag') ?? '';
      for (const more of [{}, { 'Cache-Control': 'no-cache' }, { Pragma: 'no-cache' }]) {
        const again = await world.anon.get(path, { 'If-None-Match': etag, ...more });
        expect([path, again.status, again.text]).toEqual([path, 304, '']);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe(PUBLIC);
        expect(again.headers.get('vary')).toContain('Authorization');
      }
    }
  });

  it('If-None-Match gives 200 for another ETag and 304 for a list with a matching one', async () => {
    const etag = (await world.anon.get('/mods')).headers.get('etag');
    const other = await world.anon.get('/mods', { 'If-None-Match': 'W/"other"' });
    expect([other.status, other.body.data.length]).toEqual([200, 1]);
    const list = await world.anon.get('/mods', { 'If-None-Match': `"other", ${etag}` });
    expect(list.status).toBe(304);
  });

  it('the ETag of a mod changes with the publication of a version', async () => {
    const path = `/mods/${mod.modId}`;
    const etag = (await world.anon.get(path)).headers.get('etag') ?? '';
    await seedVersion(world, shelf, mod.modId, { version: '2.0.0' });
    const changed = await world.anon.get(path, { 'If-None-Match': etag });
    expect([changed.status, changed.body.data.latest_version]).toEqual([200, '2.0.0']);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });
});

describe('catalog reads with a credential', () => {
  it('catalog reads with a bearer token or a cookie are private and omit the public ETag', async () => {
    for (const path of paths()) {
      const etag = (await world.anon.get(path)).headers.get('etag') ?? '';
      const answers = [
        await alice.get(path, { 'If-None-Match': etag }),
        await world.anon.get(path, { 'If-None-Match': etag, Cookie: 'theme=dark' }),
      ];
      for (const { status, headers } of answers) {
        expect([path, status, headers.get('cache-control')]).toEqual([path, 200, PRIVATE]);
        expect(headers.get('etag')).not.toBe(etag);
        expect(headers.get('etag') ?? '').not.toMatch(/^W\//);
      }
    }
  });

  it('invalid credentials on catalog reads are 401 and never treated as anonymous', async () => {
    const artifact = `/artifacts/${mod.versions[0]?.artifactId}`;
    for (const path of [...paths(), artifact]) {
      for (const value of ['Bearer nonsense', 'Bearer ', 'Basic YTpi', `${alice.token}`]) {
        const answer = await world.anon.get(path, { Authorization: value });
        expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'unauthorized']);
        expect(answer.headers.get('cache-control')).toBe(PRIVATE);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
    }
  });

  it('catalog reads with a credential require mods:read, and the 403 names it', async () => {
    const narrow = await alice.withToken({ scopes: 'files:download' });
    for (const path of [...paths(), `/artifacts/${mod.versions[0]?.artifactId}`]) {
      const answer = await narrow.get(path);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'insufficient_scope']);
      expect(answer.body.required_scopes).toEqual(['mods:read']);
    }
  });

  it('problem responses of catalog reads are private', async () => {
    const unknown = await world.anon.get('/games/unknown');
    expect(unknown.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(unknown.headers.get('cache-control')).toBe(PRIVATE);
    expect(unknown.headers.get('etag')).toBeNull();
  });
});
