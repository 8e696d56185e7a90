import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { graphqlList, walkThrough } from '../../lists.js';
import { addedPicture, smallPng } from '../../pictures.js';
import { bareMod, draftVersion, newGame } from '../../publishing.js';
import { countStatements } from '../../statement-count.js';

const MODS = 500;
const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let gameId: string;

beforeAll(async () => {
  await newGame(world, 'own');
  alice = await world.creator('alice');
  ({ id: gameId } = await world.platform.db.game.findUniqueOrThrow({ where: { slug: 'own' } }));
});

/** Makes mods of an account, as rows. Every third one is published; titles count down. */
async function manyMods(userId: string, count = MODS): Promise<void> {
  await world.platform.db.$executeRaw`
    with made as (
      select gen_random_uuid() as id, gen_random_uuid() as team_id, n
      from generate_series(1, ${count}::int) n),
    teams as (insert into teams (id) select team_id from made),
    mods as (
      insert into mods (id, game_id, team_id, author_id, slug, title, summary, description, state,
        downloads_count, updated_at)
      select id, ${gameId}::uuid, team_id, ${userId}::uuid, 'bulk-' || left(id::text, 8) || '-' || n,
        jsonb_build_object('en', 'Title ' || to_char(1000 - n, 'FM0000'), 'de', 'Übersetzung ' || n),
        '{}', '{}', (case when n % 3 = 0 then 'published' else 'draft' end)::"ModState",
        n % 7, now() - n * interval '1 minute'
      from made)
    insert into team_members (team_id, user_id, role, created_at)
    select team_id, ${userId}::uuid,
      (case when n % 10 = 0 then 'reviewer' else 'owner' end)::"TeamRole",
      now() - n * interval '1 second'
    from made`;
}

const LIST = `query ($search: String, $state: ModState, $role: TeamRole, $sort: ResourceSort, $limit: Int) {
  listMyResources(search: $search, state: $state, role: $role, sort: $sort, limit: $limit) {
    items {
      role
      mod { id title state gameName downloadsCount versionsCount updatedAt cover { url width } }
    }
  }
  countMyResources(search: $search, state: $state, role: $role) { state count }
}`;

async function list(actor: Actor, variables: object = {}): Promise<Json> {
  const { body } = await actor.graphql(LIST, variables);
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return { items: body.data.listMyResources.items, counts: body.data.countMyResources };
}

describe('listMyResources with filters', () => {
  it('a mod comes with its cover, its numbers and its dates', async () => {
    const bob = await world.creator('bob');
    const mod = await bareMod(bob, 'own', { title: { en: 'Shown' } });
    const cover = await addedPicture(bob, mod.id, { kind: 'cover' }, await smallPng());
    await draftVersion(bob, mod.id, { version: '1' });
    const { items, counts } = await list(bob);
    expect(items).toEqual([
      {
        role: 'owner',
        mod: {
          id: mod.id,
          title: { en: 'Shown' },
          state: 'draft',
          gameName: expect.any(String),
          downloadsCount: 0,
          versionsCount: 1,
          updatedAt: expect.any(String),
          cover: { url: cover.url, width: 24 },
        },
      },
    ]);
    expect(counts).toEqual([{ state: 'draft', count: 1 }]);
  });

  it('a walk through 500 mods shows each once in every order', async () => {
    const carl = await world.creator('carl');
    await manyMods(carl.userId);
    const numbers: Record<string, Json[]> = {};
    for (const sort of ['joined', 'updated', 'downloads', 'title']) {
      const field = graphqlList(carl, 'listMyResources', `sort: ${sort}`);
      const ids = await walkThrough(field, [100]);
      expect([ids.length, new Set(ids).size], sort).toEqual([MODS, MODS]);
      numbers[sort] = (await list(carl, { sort, limit: 100 })).items.map(({ mod }: Json) => mod);
    }
    const of = (sort: string, key: string) => (numbers[sort] ?? []).map((mod) => mod[key]);
    expect(of('downloads', 'downloadsCount')).toEqual(
      of('downloads', 'downloadsCount').toSorted((a, b) => b - a),
    );
    expect(of('updated', 'updatedAt')).toEqual(of('updated', 'updatedAt').toSorted().toReversed());
    const titles = of('title', 'title').map(({ en }) => en);
    expect(titles).toEqual(titles.toSorted());
    expect(titles[0]).toBe('Title 0500');
  });

  it('search, state and role narrow the list, and the counts agree with it', async () => {
    const dora = await world.creator('dora');
    await manyMods(dora.userId, 60);
    expect((await list(dora)).counts).toEqual([
      { state: 'draft', count: 40 },
      { state: 'published', count: 20 },
    ]);
    const some = await list(dora, { state: 'published', role: 'reviewer' });
    expect([some.items.length, some.counts]).toEqual([2, [{ state: 'published', count: 2 }]]);
    expect((await list(dora, { search: ' ÜBERSETZUNG 57 ' })).items).toHaveLength(1);
    // Characters with a meaning in patterns are ordinary ones.
    for (const search of ['%', '_', '\\', "'", '"']) {
      expect((await list(dora, { search })).items, search).toEqual([]);
    }
    const { body } = await dora.graphql(LIST, { search: 'x'.repeat(201) });
    expect(body.errors[0].extensions.fields).toEqual([{ field: 'search', code: 'too_long' }]);
  });

  it('a cursor of other filters is refused, and mods of others never appear', async () => {
    const first = await alice.graphql('{ listMyResources { items { id } } }');
    expect(first.body.data.listMyResources.items).toEqual([]);
    await manyMods(alice.userId, 3);
    const asking = (args: string) =>
      alice.graphql(
        `{ listMyResources(limit: 1, ${args}) { items { id } pagination { nextCursor } } }`,
      );
    const page = (await asking('search: "Title"')).body.data.listMyResources;
    const next = `cursor: "${page.pagination.nextCursor}"`;
    expect((await asking(`search: "Title", ${next}`)).body.errors).toBeUndefined();
    for (const other of ['search: "Titl"', 'search: "Title", sort: title', 'state: draft']) {
      const { body } = await asking(`${other}, ${next}`);
      expect(body.errors[0].extensions.fields[0].code, other).toBe('cursor_context_mismatch');
    }
    const eve = await world.creator('eve');
    const ask = `query ($id: ID!) { myResource(modId: $id) { id } }`;
    const { id } = page.items[0];
    expect((await alice.graphql(ask, { id })).body.data.myResource).toEqual({ id });
    expect((await eve.graphql(ask, { id })).body.data.myResource).toBeNull();
    const limited = await alice.withToken({ scopes: 'account:read', modIds: [] });
    expect((await limited.graphql(ask, { id })).body.data.myResource).toBeNull();
    expect((await list(limited)).items).toEqual([]);
  });

  it('the number of statements does not depend on the size of the page', async () => {
    const finn = await world.creator('finn');
    await manyMods(finn.userId, 40);
    const count = (limit: number) => countStatements(world, () => list(finn, { limit }));
    await count(1);
    expect(await count(40)).toBe(await count(1));
  });
});
