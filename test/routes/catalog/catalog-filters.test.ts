import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks } from '../../../src/modules/catalog/index.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type SeededMod, type Shelf, seedMod, seedVersion, shelfOf } from './catalog-rows.js';
import { namedMods } from './named-mods.js';

const world = useWorld();
const { ids, idOf, names, refusal } = namedMods(world);
let shelf: Shelf;

const MODS: Readonly<Record<string, SeededMod>> = {
  anvil: {
    title: { en: 'Anvil' },
    category: 'tools',
    downloads: 5,
    trending: 9,
    versions: [{ version: '1', gameVersions: ['1.20'], loaders: ['forge'] }],
  },
  bell: {
    title: { en: 'Bell' },
    category: 'magic',
    downloads: 50,
    trending: 1,
    versions: [{ version: '1', gameVersions: ['1.21'], loaders: ['fabric'] }],
  },
  cart: {
    title: { en: 'Cart' },
    category: 'tools',
    downloads: 20,
    trending: 3,
    versions: [{ version: '1', gameVersions: ['1.21', '1.20'], loaders: ['fabric', 'forge'] }],
  },
};

beforeAll(async () => {
  await newGame(world, 'game-a');
  await newGame(world, 'game-b');
  shelf = await shelfOf(world, 'game-a');
  for (const [name, mod] of Object.entries(MODS)) {
    ids.set((await seedMod(world, shelf, mod)).modId, name);
    world.clock.advance(1);
  }
  await freezeRanks(world.platform);
});

describe('filters of mod lists', () => {
  it.each([
    ['game_slug=game-a', ['cart', 'bell', 'anvil']],
    ['game_slug=game-b', []],
    ['game_slug=unknown', []],
    ['game_version=1.20', ['cart', 'anvil']],
    ['loader=fabric', ['cart', 'bell']],
    ['category=tools', ['cart', 'anvil']],
    ['category=tools&loader=forge&game_version=1.20', ['cart', 'anvil']],
    ['category=magic&loader=forge', []],
    ['q=anvil', ['anvil']],
    ['q=anvil&category=magic', []],
    ['nothing=known&page=2&offset=1', ['cart', 'bell', 'anvil']],
  ])('GET /mods?%s lists the matching mods, the last published first', async (query, expected) => {
    expect(await names(`/mods?${query}`)).toEqual(expected);
  });

  it('GET /mods sorts by last publication, trend or downloads', async () => {
    expect(await names('/mods')).toEqual(await names('/mods?sort=latest'));
    expect(await names('/mods?sort=trending')).toEqual(['anvil', 'cart', 'bell']);
    expect(await names('/mods?sort=downloads')).toEqual(['bell', 'cart', 'anvil']);
  });

  it('a mod published after a rank generation is listed last at once', async () => {
    const late = await seedMod(world, shelf, { title: { en: 'Dynamo' }, downloads: 0 });
    expect((await names('/mods?sort=downloads')).at(-1)).toBe(late.modId);
    await world.platform.db.mod.update({ where: { id: late.modId }, data: { state: 'hidden' } });
    expect(await names('/mods?sort=downloads')).toEqual(['bell', 'cart', 'anvil']);
  });

  it('sort=relevance requires a search text', async () => {
    const fields = [{ field: 'q', code: 'required' }];
    expect(await refusal('/mods?sort=relevance')).toEqual([400, 'invalid_input', fields]);
  });

  it('an unknown sort is rejected', async () => {
    const fields = [{ field: 'sort', code: 'unknown_value' }];
    expect(await refusal('/mods?sort=alphabet')).toEqual([400, 'invalid_input', fields]);
  });

  it.each(['0', '101', '-1', '1.5', 'ten', '', '1e1', '99999999999'])(
    'a limit of "%s" is rejected',
    async (limit) => {
      for (const list of ['/mods', '/games', '/categories', '/search?q=anvil']) {
        const mark = list.includes('?') ? '&' : '?';
        const [status, code, fields] = await refusal(`${list}${mark}limit=${limit}`);
        expect([status, code, fields[0].field]).toEqual([400, 'invalid_input', 'limit']);
      }
    },
  );

  it('limits of 1 and 100 are accepted and returned in the envelope', async () => {
    const one = await world.anon.get('/mods?limit=1');
    expect(one.body.data).toHaveLength(1);
    expect(one.body.pagination).toMatchObject({ has_more: true, limit: 1 });
    const all = await world.anon.get('/mods?limit=100');
    expect(all.body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 100 });
  });

  it('a repeated scalar parameter is rejected', async () => {
    const fields = [{ field: 'loader', code: 'repeated_parameter' }];
    expect(await refusal('/mods?loader=a&loader=b')).toEqual([400, 'invalid_input', fields]);
  });

  it('a NUL character in a parameter or path is 400', async () => {
    expect((await refusal('/mods?loader=%00')).slice(0, 2)).toEqual([400, 'invalid_input']);
    expect((await refusal('/games/%00')).slice(0, 2)).toEqual([400, 'invalid_input']);
  });
});

describe('/v1 and /api/v1', () => {
  it.each(['/mods', '/mods/', '/mods/?game_slug=game-a', '/games/game-a', '/games/game-a/'])(
    '%s returns the same response under /v1 and /api/v1 without a redirect',
    async (path) => {
      const canonical = await world.anon.get(path);
      const compatible = await world.anon.get(`/api/v1${path}`);
      expect([canonical.status, compatible.status]).toEqual([200, 200]);
      expect(compatible.text).toBe(canonical.text);
    },
  );

  it.each([
    ['game=game-b', 'game_slug=game-b'],
    ['gameSlug=game-b', 'game_slug=game-b'],
    ['gameVersion=1.20', 'game_version=1.20'],
    ['version=1.20', 'game_version=1.20'],
    ['platform=forge', 'loader=forge'],
    ['facet=magic', 'category=magic'],
    ['query=anvil', 'q=anvil'],
    ['search=anvil', 'q=anvil'],
  ])('the alias in %s works under /api/v1 only', async (alias, canonical) => {
    const expected = await names(`/mods?${canonical}`);
    expect(await names(`/api/v1/mods?${alias}`)).toEqual(expected);
    expect(await names(`/mods?${alias}`)).toEqual(['cart', 'bell', 'anvil']);
  });

  it('an alias next to its canonical name is accepted if equal and rejected otherwise', async () => {
    expect(await names('/api/v1/mods?facet=magic&category=magic')).toEqual(['bell']);
    const fields = [{ field: 'facet', code: 'conflicting_alias' }];
    expect(await refusal('/api/v1/mods?facet=magic&category=tools')).toEqual([
      400,
      'invalid_input',
      fields,
    ]);
  });

  it('HEAD returns the status and headers of GET without a body', async () => {
    for (const path of ['/mods', '/api/v1/games']) {
      // The length of a compressed body is unknown before compression.
      const plain = { headers: { 'Accept-Encoding': 'identity' } };
      const get = await world.anon.request('GET', path, plain);
      const head = await world.anon.request('HEAD', path, plain);
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
    }
    expect((await world.anon.request('HEAD', '/games/unknown')).status).toBe(404);
  });

  it('an unknown route or method is 404 for any X-HTTP-Method-Override', async () => {
    const answers = [
      await world.anon.get('/unknown'),
      await world.anon.request('DELETE', '/mods'),
      await world.anon.request('PUT', '/mods', { headers: { 'X-HTTP-Method-Override': 'GET' } }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });
});

describe('order of republished mods', () => {
  it('a mod with a new version is listed first at once, and only once', async () => {
    world.clock.advance(1);
    await seedVersion(world, shelf, idOf('anvil'), { version: '2', loaders: ['fabric'] });
    expect(await names('/mods')).toEqual(['anvil', 'cart', 'bell']);
    expect(await names('/mods?loader=fabric')).toEqual(['anvil', 'cart', 'bell']);
  });
});
