import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type SeededMod, type Shelf, seedMod, shelfOf } from './catalog-rows.js';
import { namedMods } from './named-mods.js';

const world = useWorld();
const { ids, idOf, names, refusal } = namedMods(world);
let shelf: Shelf;

beforeAll(async () => {
  await newGame(world, 'game-a');
  shelf = await shelfOf(world, 'game-a');
  for (const name of ['anvil', 'bell', 'cart']) {
    ids.set((await seedMod(world, shelf, { title: { en: name } })).modId, name);
    world.clock.advance(1);
  }
});

describe('game_version and loader together', () => {
  const found = async (path: string) => (await names(path)).sort();

  beforeAll(async () => {
    await newGame(world, 'game-pairs');
    const pairs = await shelfOf(world, 'game-pairs');
    const mods: readonly (readonly [string, SeededMod])[] = [
      [
        'split',
        {
          title: { en: 'Lantern split' },
          versions: [
            { version: '1.0.0', gameVersions: ['1.20'], loaders: ['forge'] },
            { version: '2.0.0', gameVersions: ['1.21'], loaders: ['fabric'] },
          ],
        },
      ],
      [
        'any loader',
        {
          title: { en: 'Lantern any loader' },
          versions: [{ version: '1.0.0', gameVersions: ['1.20'], loaders: [] }],
        },
      ],
      [
        'any version',
        {
          title: { en: 'Lantern any version' },
          versions: [{ version: '1.0.0', gameVersions: [], loaders: ['forge'] }],
        },
      ],
      [
        'anything',
        {
          title: { en: 'Lantern anything' },
          versions: [{ version: '1.0.0', gameVersions: [], loaders: [] }],
        },
      ],
    ];
    for (const [name, mod] of mods) ids.set((await seedMod(world, pairs, mod)).modId, name);
  });

  it.each([
    ['game_version=1.20&loader=forge', ['any loader', 'any version', 'anything', 'split']],
    ['game_version=1.20&loader=fabric', ['any loader', 'anything']],
    ['game_version=1.21&loader=fabric', ['anything', 'split']],
    ['game_version=1.21&loader=forge', ['any version', 'anything']],
    ['game_version=1.21', ['any version', 'anything', 'split']],
    ['loader=fabric', ['any loader', 'anything', 'split']],
  ])('one version has to match all of %s in lists and in search', async (query, expected) => {
    const within = `game_slug=game-pairs&${query}`;
    expect(await found(`/mods?${within}`)).toEqual(expected);
    expect(await found(`/mods?${within}&q=lantern`)).toEqual(expected);
    expect(await found(`/search?${within}&q=lantern`)).toEqual(expected);
  });

  it('version lists treat an empty game_versions or loader_platforms as a match for any value', async () => {
    const versionsOf = async (name: string, query: string) => {
      const { body } = await world.anon.get(`/mods/${idOf(name)}/versions?${query}`);
      return body.data.map(({ version }: Json) => version);
    };
    expect(await versionsOf('split', 'game_version=1.20&loader=forge')).toEqual(['1.0.0']);
    expect(await versionsOf('split', 'game_version=1.20&loader=fabric')).toEqual([]);
    for (const name of ['any loader', 'any version', 'anything']) {
      expect(await versionsOf(name, 'game_version=1.20&loader=forge')).toEqual(['1.0.0']);
    }
  });

  it('install plans resolve exactly the mods that the filtered list contains', async () => {
    for (const loader of ['forge', 'fabric']) {
      const surroundings = { game_slug: 'game-pairs', game_version: '1.20', loader };
      const query = `/mods?game_slug=game-pairs&game_version=1.20&loader=${loader}`;
      const listed = new Set((await world.anon.get(query)).body.data.map(({ id }: Json) => id));
      const { body } = await world.anon.get('/mods?game_slug=game-pairs');
      for (const { id } of body.data) {
        const plan = await world.anon.post('/install-plans:resolve', {
          ...surroundings,
          mod_ids: [id],
        });
        expect(plan.body.data.status === 'resolved').toBe(listed.has(id));
      }
    }
  });
});

describe('GET /mods with an author', () => {
  it.each(['mods', 'search'])('GET /%s lists only the mods of one author', async (list) => {
    await newGame(world, `game-${list}`);
    const other = await shelfOf(world, `game-${list}`);
    const { modId } = await seedMod(world, other, { title: { en: 'Anvil of another' } });
    const query = list === 'search' ? 'q=anvil&' : '';
    for (const author of [`seeder-game-${list}`, other.userId, other.userId.toUpperCase()]) {
      expect(await names(`/${list}?${query}author=${author}`)).toEqual([modId]);
    }
    expect(await names(`/${list}?${query}author=nobody`)).toEqual([]);
    expect(await names(`/${list}?${query}author=${modId}`)).toEqual([]);
  });

  it('author=<id> ignores another account with that id as its username', async () => {
    await newGame(world, 'game-named');
    const named = await shelfOf(world, 'game-named');
    const { modId } = await seedMod(world, named, { title: { en: 'Mine' } });
    // Earlier releases allowed such usernames.
    const { userId: id } = await world.creator('imitator');
    await world.platform.db.user.update({ where: { id }, data: { username: named.userId } });
    expect(await names(`/mods?author=${named.userId}`)).toEqual([modId]);
  });

  it('a cursor is bound to the author', async () => {
    const page = await world.anon.get('/mods?author=seeder-game-a&limit=1');
    const cursor = page.body.pagination.next_cursor;
    const fields = [{ field: 'cursor', code: 'cursor_context_mismatch' }];
    expect(await refusal(`/mods?limit=1&cursor=${cursor}`)).toEqual([400, 'invalid_input', fields]);
  });
});

describe('GET /mods with ids', () => {
  const unknown = '00000000-0000-7000-8000-000000000000';

  it('GET /mods with ids lists exactly these mods once each in the given order', async () => {
    const [anvil, bell, cart] = ['anvil', 'bell', 'cart'].map(idOf);
    const answer = await world.anon.get(
      `/mods?ids=${cart},${unknown},${anvil},${bell?.toUpperCase()},${cart}`,
    );
    expect(answer.body.data.map(({ id }: Json) => id)).toEqual([cart, anvil, bell]);
    expect(answer.body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 100 });
    expect(await names(`/mods?ids=${cart}&ids=${anvil}`)).toEqual(['cart', 'anvil']);
    expect(await names('/mods?ids=')).toEqual([]);
  });

  it('GET /mods with ids returns 304 for a matching ETag', async () => {
    const path = `/mods?ids=${idOf('anvil')}`;
    const etag = (await world.anon.get(path)).headers.get('etag') ?? '';
    expect((await world.anon.get(path, { 'If-None-Match': etag })).status).toBe(304);
  });

  it('GET /mods with ids omits unpublished mods', async () => {
    const hidden = await seedMod(world, shelf, { title: { en: 'Hidden' } });
    await world.platform.db.mod.update({ where: { id: hidden.modId }, data: { state: 'hidden' } });
    expect(await names(`/mods?ids=${hidden.modId}`)).toEqual([]);
  });

  it.each([
    'cursor=x',
    'sort=latest',
    'limit=5',
    'game_slug=game-a',
    'q=anvil',
    'author=x',
    'game_version=1.20',
    'loader=forge',
    'category=tools',
  ])('ids together with %s is rejected by parameter name', async (other) => {
    const fields = [{ field: other.split('=')[0], code: 'not_allowed' }];
    expect(await refusal(`/mods?ids=${unknown}&${other}`)).toEqual([400, 'invalid_input', fields]);
  });

  it('more ids than a page holds and malformed ids are rejected', async () => {
    const many = Array.from({ length: 101 }, () => unknown).join(',');
    const tooMany = [{ field: 'ids', code: 'too_many' }];
    expect(await refusal(`/mods?ids=${many}`)).toEqual([400, 'invalid_input', tooMany]);
    const malformed = [{ field: 'ids', code: 'invalid_format' }];
    expect(await refusal(`/mods?ids=${unknown},anvil`)).toEqual([400, 'invalid_input', malformed]);
  });

  it('listMods over GraphQL accepts ids and author', async () => {
    const query =
      'query ($ids: [ID!], $author: String) { listMods(ids: $ids, author: $author) { items { id } } }';
    const byId = await world.anon.graphql(query, { ids: [idOf('bell').toUpperCase()] });
    expect(byId.body.data.listMods.items).toEqual([{ id: idOf('bell') }]);
    const byAuthor = await world.anon.graphql(query, { author: 'seeder-game-pairs' });
    expect(byAuthor.body.data.listMods.items).toHaveLength(4);
    const malformed = await world.anon.graphql(query, { ids: ['anvil'] });
    expect(malformed.body.errors[0].extensions.fields).toEqual([
      { field: 'ids[0]', code: 'invalid_format' },
    ]);
  });
});
