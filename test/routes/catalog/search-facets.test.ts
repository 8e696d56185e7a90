import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame, refusal } from '../../publishing.js';
import { type Shelf, seedMod, shelfOf } from './catalog-rows.js';
import { facetsOf, version } from './facet-requests.js';

const world = useWorld();
const facets = facetsOf(world);
let shelf: Shelf;
let foreign: Shelf;

beforeAll(async () => {
  for (const slug of ['found', 'foreign']) await newGame(world, slug);
  shelf = await shelfOf(world, 'found');
  foreign = await shelfOf(world, 'foreign');
  const title = (en: string) => ({ title: { en } });
  const any = { versions: [version([], [])] };
  await seedMod(world, shelf, {
    ...title('Lantern One'),
    category: 'tools',
    versions: [version(['fabric', 'forge'], ['1.20']), version(['fabric'], ['1.21'])],
  });
  await seedMod(world, shelf, {
    ...title('Lantern Two'),
    category: 'tools',
    versions: [version(['fabric'], ['1.20'])],
  });
  await seedMod(world, shelf, { ...title('Lantern Three'), ...any, category: 'magic' });
  await seedMod(world, shelf, { ...title('Windmill'), ...any, category: 'magic' });
  await seedMod(world, foreign, { ...title('Lantern Four'), ...any, category: 'tools' });
  await draftMod(await world.creator('alice'), 'found', { title: { en: 'Lantern Draft' } });
  await world.settled();
});

describe('facets of a search', () => {
  it('facets count the found mods by game, category, loader and game version', async () => {
    expect(await facets('q=lantern')).toEqual({
      total: 4,
      complete: true,
      games: [
        { slug: 'found', name: 'found', count: 3 },
        { slug: 'foreign', name: 'foreign', count: 1 },
      ],
      categories: [
        { slug: 'tools', name: 'Tools', count: 3 },
        { slug: 'magic', name: 'Magic', count: 1 },
      ],
      loaders: [
        { value: 'fabric', count: 2 },
        { value: 'forge', count: 1 },
      ],
      game_versions: [
        { value: '1.20', count: 2 },
        { value: '1.21', count: 1 },
      ],
    });
  });

  it('facets count only the mods that pass the filters', async () => {
    const inGame = await facets('q=lantern&game_slug=foreign');
    expect([inGame.total, inGame.games]).toEqual([
      1,
      [{ slug: 'foreign', name: 'foreign', count: 1 }],
    ]);
    const magic = await facets('q=lantern&category=magic');
    expect(magic.categories).toEqual([{ slug: 'magic', name: 'Magic', count: 1 }]);
    expect((await facets('q=lantern&loader=forge&game_version=1.20')).total).toBe(3);
    expect((await facets('q=lantern&author=seeder-foreign')).total).toBe(1);
    expect((await facets('q=lantern&author=nobody')).total).toBe(0);
  });

  it('facets count a loader and a game version together only if one version of the mod has both', async () => {
    const versions = [
      version(['fabric'], ['7.1', '7.2']),
      version(['forge'], ['7.3']),
      version([], ['7.4', '7.2']),
      version(['quilt'], []),
    ];
    await seedMod(world, foreign, { title: { en: 'Clockwork' }, versions });
    const counted = async (query: string) => {
      const { loaders, game_versions } = await facets(query);
      return [loaders, game_versions].map((list) =>
        list.map(({ value, count }: Json) => `${value} ${count}`),
      );
    };
    for (const all of ['q=clockwork', 'author=seeder-foreign&category=']) {
      const of = (query: string) => counted(`${all}&game_slug=foreign&${query}`);
      expect((await of('loader=fabric'))[1]).toEqual(['7.1 1', '7.2 1', '7.4 1']);
      expect((await of('loader=forge'))[1]).toEqual(['7.2 1', '7.3 1', '7.4 1']);
      expect((await of('game_version=7.1'))[0]).toEqual(['fabric 1', 'quilt 1']);
      expect((await of('game_version=7.4'))[0]).toEqual(['quilt 1']);
      expect(await of('loader=forge&game_version=7.3')).toEqual([
        ['forge 1', 'quilt 1'],
        ['7.2 1', '7.3 1', '7.4 1'],
      ]);
    }
  });

  it('facets of a search without results are empty', async () => {
    const empty = { games: [], categories: [], loaders: [], game_versions: [] };
    for (const query of ['q=zeppelin', 'q=lantern&game_slug=nowhere', 'q=%E2%80%8B']) {
      expect(await facets(query)).toEqual({ total: 0, complete: true, ...empty });
    }
  });

  it('facets do not count a hidden mod', async () => {
    const { modId } = await seedMod(world, shelf, { title: { en: 'Obsidian' } });
    expect((await facets('q=obsidian')).total).toBe(1);
    await world.platform.db.mod.update({ where: { id: modId }, data: { state: 'hidden' } });
    expect(await facets('q=obsidian')).toMatchObject({ total: 0, games: [] });
  });

  it('each list of facets has at most 50 values, the most frequent first', async () => {
    const many = Array.from({ length: LIMITS.facetValues + 20 }, (_, at) => `9.${at}`);
    await seedMod(world, foreign, {
      title: { en: 'Kaleidoscope' },
      versions: [version(['fabric'], many)],
    });
    await seedMod(world, foreign, {
      title: { en: 'Kaleidoscope Lite' },
      versions: [version(['fabric'], ['9.99', '9.69'])],
    });
    const { game_versions } = await facets('q=kaleidoscope');
    expect(game_versions).toHaveLength(LIMITS.facetValues);
    expect(game_versions.slice(0, 3)).toEqual([
      { value: '9.69', count: 2 },
      { value: '9.0', count: 1 },
      { value: '9.1', count: 1 },
    ]);
  });

  it('GraphQL has the same facets, and refuses an empty text as well', async () => {
    const query = 'query ($q: String) { searchFacets(q: $q) { total isComplete } }';
    const { body } = await world.anon.graphql(query, { q: 'lantern' });
    expect(body.data.searchFacets).toEqual({ total: 4, isComplete: true });
    const refused = await world.anon.graphql(query, { q: '' });
    expect(refused.body.errors[0].extensions.code).toBe('invalid_input');
    const all = await world.anon.graphql(query, {});
    expect(all.body.data.searchFacets.total).toBeGreaterThanOrEqual(5);
  });

  it('facets are cached publicly and have an ETag', async () => {
    const path = '/beta/search/facets?q=lantern';
    const { headers } = await world.anon.get(path);
    const search = await world.anon.get('/search?q=lantern');
    expect(headers.get('cache-control')).toBe(search.headers.get('cache-control'));
    const again = await world.anon.get(path, { 'If-None-Match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('facets require mods:read of a credential, with and without a text', async () => {
    const other = await (await world.creator('scoped')).withToken({ scopes: 'profile:read' });
    for (const path of ['/beta/search/facets?q=a', '/beta/search/facets']) {
      expect([path, refusal(await other.get(path))]).toEqual([path, '403 insufficient_scope']);
    }
  });
});

describe('the input of facets', () => {
  it.each([
    ['q=', 'q', 'required'],
    ['q=%20', 'q', 'required'],
    [`q=${'a'.repeat(201)}`, 'q', 'too_long'],
    ['q=a%00b', 'q', 'invalid_format'],
  ])('GET /v1/beta/search/facets?%s is 400 and names %s with %s', async (query, field, code) => {
    const answer = await world.anon.get(`/beta/search/facets?${query}`);
    expect(refusal(answer)).toBe('400 invalid_input');
    expect(answer.body.fields).toEqual([{ field, code }]);
  });

  it.each([
    ['control characters', 'lantern\u0007\u001b'],
    ['bidirectional controls', '\u202elantern\u202c'],
    ['operators', 'a & | ! :* <-> \' " \\ % _ --'],
    ['many words', Array.from({ length: 66 }, () => 'ab').join(' ')],
    ['marks without letters', '\u0301'.repeat(200)],
  ])('facets for %s are 200', async (_, q) => {
    await facets(`q=${encodeURIComponent(q)}`);
    await facets(`q=${encodeURIComponent(q)}&category=${encodeURIComponent(q)}`);
  });
});
