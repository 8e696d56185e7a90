import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { outside } from '../../locks.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';
import { type SignedIn, signIn } from '../identity/signed-in.js';

const world = useWorld();
let root: SignedIn;
let second: SignedIn;

const SHOWN = '{ id slug name loaders gameVersions platforms etag }';
const LIST = `query ($limit: Int, $cursor: String) {
  listManagedGames(limit: $limit, cursor: $cursor) {
    items ${SHOWN} pagination { nextCursor } } }`;
const ONE = `query ($id: ID!) { managedGame(id: $id) { name etag categories { id slug name etag } } }`;
const CREATE = `mutation ($input: CreateGameInput!) { createGame(input: $input) ${SHOWN} }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateGameInput!, $expectedEtag: String!) {
  updateGame(id: $id, input: $input, expectedEtag: $expectedEtag) ${SHOWN} }`;
const CATEGORY = `mutation ($input: CreateCategoryInput!) {
  createCategory(input: $input) { id slug name etag } }`;
const RENAME = `mutation ($id: ID!, $name: String!, $expectedEtag: String!) {
  renameCategory(id: $id, name: $name, expectedEtag: $expectedEtag) { id name etag } }`;

beforeAll(async () => {
  const { db } = world.platform;
  const ids = [];
  for (const name of ['root', 'chief']) ids.push((await world.creator(name)).userId);
  await db.user.updateMany({ where: { id: { in: ids } }, data: { role: 'admin' } });
  root = await signIn(world, ids[0] ?? '');
  second = await signIn(world, ids[1] ?? '');
});

let count = 0;

async function game(lists: object = {}): Promise<Json> {
  count += 1;
  const input = { slug: `game-${count}`, name: `Game ${count}`, ...lists };
  return (await root.run(CREATE, { input })).createGame;
}

async function stocked(lists: object, version: object): Promise<[Json, Shelf, Seeded]> {
  const made = await game(lists);
  const shelf = await shelfOf(world, made.slug);
  const versions = [{ version: '1.0.0', ...version }];
  return [made, shelf, await seedMod(world, shelf, { versions })];
}

const entries = (action: string, targetId: string) =>
  world.platform.db.auditEntry.findMany({ where: { action, targetId } });

describe('the games for administrators', () => {
  it('createGame adds a game to the public catalog, with the usual platforms and an audit entry', async () => {
    const made = await game({ loaders: ['forge'], gameVersions: ['1.0', '1.1'] });
    expect(made.platforms).toEqual(['windows', 'linux', 'macos', 'any']);
    const { body } = await world.anon.get(`/games/${made.slug}`);
    expect(body.data).toMatchObject({ loaders: ['forge'], game_versions: ['1.0', '1.1'] });
    expect(await entries('game.created', made.id)).toMatchObject([{ actorId: root.userId }]);
    expect(await root.refusal(CREATE, { input: { slug: made.slug, name: 'Twin' } })).toEqual([
      'invalid_input',
      [{ field: 'slug', code: 'not_unique' }],
    ]);
  });

  it('listManagedGames walks through all games, the newest first', async () => {
    for (let at = 0; at < 3; at += 1) await game();
    const all = (await root.run(LIST, { limit: 100 })).listManagedGames.items;
    const walked: Json[] = [];
    let cursor: string | null = null;
    do {
      const page: Json = (await root.run(LIST, { limit: 2, cursor })).listManagedGames;
      walked.push(...page.items);
      cursor = page.pagination.nextCursor;
    } while (cursor !== null);
    expect(walked).toEqual(all);
    expect(all[0].slug).toBe(`game-${count}`);
  });

  it('updateGame shows the new name and versions in the catalog, in the mods and in their search entries', async () => {
    const [made, , { modId }] = await stocked({ gameVersions: ['1'] }, { gameVersions: ['1'] });
    const input = { name: 'Renamed', gameVersions: ['1', '2'], loaders: ['quilt'] };
    const { updateGame } = await root.run(UPDATE, { id: made.id, input, expectedEtag: made.etag });
    expect(updateGame).toMatchObject(input);
    const known = (await world.anon.get(`/games/${made.slug}`)).body.data;
    expect(known).toMatchObject({ name: 'Renamed', game_versions: ['1', '2'] });
    await eventually(async () => {
      const { data } = (await world.anon.get(`/mods/${modId}`)).body;
      expect(data.game.name).toBe('Renamed');
    });
    await world.settled();
    expect(await world.platform.search.outdated()).toEqual([]);
    expect((await entries('game.updated', made.id))[0]?.data).toEqual({
      fields: ['loaders', 'name', 'versions'],
    });
    const same = { id: made.id, input, expectedEtag: updateGame.etag };
    expect((await root.run(UPDATE, same)).updateGame.etag).toBe(updateGame.etag);
    expect(await entries('game.updated', made.id)).toHaveLength(1);
  });

  it('updateGame keeps each loader and game version that a version of a mod of this game declares', async () => {
    const lists = { gameVersions: ['1', '2', 'x'], loaders: ['forge', 'fabric'] };
    const [made] = await stocked(lists, { gameVersions: ['2'], loaders: ['forge'] });
    const other = await game(lists);
    const change = (of: Json, input: object) => ({ id: of.id, input, expectedEtag: of.etag });
    const removing = { gameVersions: ['1'], loaders: ['fabric'] };
    expect(await root.refusal(UPDATE, change(made, removing))).toEqual([
      'invalid_input',
      [
        { field: 'loaders', code: 'not_allowed' },
        { field: 'gameVersions', code: 'not_allowed' },
      ],
    ]);
    const rest = { gameVersions: ['2', '3'], loaders: ['forge'] };
    expect((await root.run(UPDATE, change(made, rest))).updateGame).toMatchObject(rest);
    expect((await root.run(UPDATE, change(other, removing))).updateGame).toMatchObject(removing);
  });

  it('the second of two administrators who change one game at once gets precondition_failed', async () => {
    const made = await game();
    const change = (name: string) => ({ id: made.id, input: { name }, expectedEtag: made.etag });
    const results = await Promise.allSettled([
      root.run(UPDATE, change('Mine')),
      second.run(UPDATE, change('Yours')),
    ]);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'precondition_failed' } }]);
    expect(await entries('game.updated', made.id)).toHaveLength(1);
  });

  it('createGame and updateGame refuse names and keys that mislead, repeat or are too long', async () => {
    const made = await game();
    const create = (more: object) =>
      root.refusal(CREATE, { input: { slug: 'bad', name: 'Bad', ...more } });
    const bad: [object, string, string][] = [
      [{ name: 'Mine\u202ecraft' }, 'name', 'invalid_format'],
      [{ name: ' \u200b ' }, 'name', 'invalid_format'],
      [{ name: 'n'.repeat(10_000) }, 'name', 'too_long'],
      [{ name: '  ' }, 'name', 'too_short'],
      [{ slug: 'Bad Slug' }, 'slug', 'invalid_format'],
      [{ slug: 's'.repeat(64) }, 'slug', 'too_long'],
      [{ loaders: ['a', 'a'] }, 'loaders', 'invalid_format'],
      [{ platforms: ['a\u2066'] }, 'platforms[0]', 'invalid_format'],
      [{ gameVersions: [''] }, 'gameVersions[0]', 'too_short'],
      [{ loaders: Array(LIMITS.keysPerGame + 1).fill('x') }, 'loaders', 'too_long'],
    ];
    for (const [more, field, code] of bad) {
      const refused = await create(more);
      expect([more, refused[0], refused[1]?.[0]]).toEqual([more, 'invalid_input', { field, code }]);
    }
    const input = { name: 'x\u202e' };
    const change = { id: made.id, input, expectedEtag: made.etag };
    expect((await root.refusal(UPDATE, change))[0]).toBe('invalid_input');
    const unknown = { ...change, id: root.userId, input: {} };
    expect(await root.refusal(UPDATE, unknown)).toBe('not_found');
    expect(await world.platform.db.game.count({ where: { slug: 'bad' } })).toBe(0);
  });

  it('updateGame does not wait for the mods of the game, which another transaction has locked', async () => {
    const [made, shelf] = await stocked({ gameVersions: ['1', '2'] }, { gameVersions: ['1'] });
    const input = { name: 'Busy', gameVersions: ['1'] };
    const changed = await world.platform.db.$transaction(async (tx) => {
      await tx.$executeRaw`select from mods where game_id = ${shelf.gameId}::uuid for update`;
      return outside(() => root.run(UPDATE, { id: made.id, input, expectedEtag: made.etag }));
    });
    expect(changed.updateGame).toMatchObject(input);
  });
});

describe('the categories for administrators', () => {
  it('a renamed category reaches the category list, its mods and the search', async () => {
    const made = await game();
    const input = { gameId: made.id, slug: 'maps', name: 'Maps' };
    const { createCategory: maps } = await root.run(CATEGORY, { input });
    const shelf = await shelfOf(world, made.slug);
    const { modId } = await seedMod(world, shelf, { title: { en: 'Atlas' } });
    await world.platform.db.modCategory.create({ data: { modId, categoryId: maps.id } });
    const { renameCategory } = await root.run(RENAME, {
      id: maps.id,
      name: 'Cartography',
      expectedEtag: maps.etag,
    });
    expect((await root.run(ONE, { id: made.id })).managedGame.categories).toEqual([
      { id: maps.id, slug: 'maps', name: 'Cartography', etag: renameCategory.etag },
    ]);
    const { body } = await world.anon.get(`/categories?game_slug=${made.slug}`);
    expect(body.data[0].name).toBe('Cartography');
    await world.settled();
    const mod = (await world.anon.get(`/mods/${modId}`)).body.data;
    expect(mod.categories[0].name).toBe('Cartography');
    const found = (await world.anon.get('/search?q=cartography')).body.data;
    expect(found).toHaveLength(1);
    expect(await entries('category.renamed', maps.id)).toMatchObject([
      { data: { name: 'Cartography', was: 'Maps' } },
    ]);
  });

  it('a stale rename, a slug in use, an unknown game and a misleading name of a category are refused', async () => {
    const made = await game();
    const create = (more: object) => ({
      input: { gameId: made.id, slug: 'tools', name: 'Tools', ...more },
    });
    const { createCategory: tools } = await root.run(CATEGORY, create({}));
    expect(await root.refusal(CATEGORY, create({}))).toEqual([
      'invalid_input',
      [{ field: 'slug', code: 'not_unique' }],
    ]);
    expect(await root.refusal(CATEGORY, create({ gameId: root.userId }))).toBe('not_found');
    expect((await root.refusal(CATEGORY, create({ name: 'a\u202eb' })))[0]).toBe('invalid_input');
    const rename = { id: tools.id, name: 'Gear', expectedEtag: tools.etag };
    await second.run(RENAME, rename);
    expect(await root.refusal(RENAME, { ...rename, name: 'Kit' })).toBe('precondition_failed');
    expect(await root.refusal(RENAME, { ...rename, id: made.id })).toBe('not_found');
  });

  it('a game has no more categories than its limit, also with two administrators at once', async () => {
    const made = await game();
    const rows = Array.from({ length: LIMITS.categoriesPerGame - 1 }, (_, at) => ({
      gameId: made.id,
      slug: `c-${at}`,
      name: `C ${at}`,
    }));
    await world.platform.db.category.createMany({ data: rows });
    const add = (by: SignedIn, slug: string) =>
      by.run(CATEGORY, { input: { gameId: made.id, slug, name: slug } });
    const results = await Promise.allSettled([add(root, 'last'), add(second, 'beyond')]);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'invalid_state' } }]);
  });
});

it('games and categories refuse everyone but administrators with a recent second factor', async () => {
  const made = await game();
  const weak = await signIn(world, second.userId, { aal2: false });
  const mary = await world.creator('mary');
  await world.platform.db.user.update({ where: { id: mary.userId }, data: { role: 'moderator' } });
  const moderator = await signIn(world, mary.userId);
  const user = await signIn(world, (await world.creator('alice')).userId);
  const { id } = made;
  const requests = [
    [LIST, {}],
    [ONE, { id }],
    [CREATE, { input: { slug: 'not-mine', name: 'x' } }],
    [UPDATE, { id, input: { name: 'x' }, expectedEtag: made.etag }],
    [CATEGORY, { input: { gameId: id, slug: 'x', name: 'x' } }],
    [RENAME, { id, name: 'x', expectedEtag: made.etag }],
  ] as const;
  for (const [source, variables] of requests) {
    expect(await user.refusal(source, variables)).toBe('forbidden');
    expect(await moderator.refusal(source, variables)).toBe('forbidden');
    expect(await weak.refusal(source, variables)).toBe('step_up_required');
  }
  expect((await root.run(ONE, { id })).managedGame).toMatchObject({ etag: made.etag });
});
