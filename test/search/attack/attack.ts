import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks, indexMod } from '../../../src/modules/catalog/index.js';
import { isErrorCode } from '../../../src/registry/errors.js';
import type { Answer, Json } from '../../actors.js';
import type { World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { everyNth } from '../../rounds.js';
import { seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';
import { aidsAttack } from './aids.js';
import { encoded, expectAnswered, INTERNAL } from './answers.js';
import { REFUSED, TEXTS, VALUES } from './attack-texts.js';

const FILTERS = ['game_slug', 'game_version', 'loader', 'category', 'author'];

const SEARCH = `query ($q: String, $gameSlug: String, $author: String, $loader: String,
    $category: String, $gameVersion: String, $cursor: String) {
  searchCatalog(q: $q, gameSlug: $gameSlug, author: $author, loader: $loader,
    category: $category, gameVersion: $gameVersion, cursor: $cursor) {
    items { id } pagination { hasMore }
  }
}`;

/** A response without an error is a list of mods. Any error is that of `expectAnswered`. */
function expectClean(answer: Answer): void {
  expectAnswered(answer);
  if (answer.status === 200) expect(answer.body.data).toEqual(expect.any(Array));
}

/** The same for GraphQL. */
function expectCleanGraphql({ status, body, text }: Answer): void {
  expect([200, 400], text).toContain(status);
  for (const { extensions } of body.errors ?? []) {
    expect(isErrorCode(extensions.code) && extensions.code !== 'internal_error', text).toBe(true);
    expect(text).not.toMatch(INTERNAL);
  }
}

const idsOf = (items: readonly Json[]): string[] => items.map(({ id }) => id).sort();

/** Declares what a stranger can try against the search of a world. */
export function searchAttack(engine: string, world: World): void {
  let shown: readonly string[] = [];
  beforeAll(async () => {
    shown = await seedStates(world);
  });

  describe(`strangers who search in ${engine}`, () => {
    it.each(everyNth(Object.entries(TEXTS), 10))('a search for %s is clean', async (_, text) => {
      const rest = await Promise.all(
        ['/search?q=', '/mods?q=', '/search?sort=latest&q='].map((path) =>
          world.anon.get(path + encoded(text)),
        ),
      );
      for (const answer of rest) {
        expectClean(answer);
        for (const id of idsOf(answer.body.data ?? [])) expect(shown).toContain(id);
      }
      expectCleanGraphql(await world.anon.graphql(SEARCH, { q: text }));
    });

    it.each(Object.entries(REFUSED))('a search for %s is refused', async (_, [text, code]) => {
      const refused = await world.anon.get(`/search?q=${encoded(text)}`);
      const fields = [{ field: 'q', code }];
      expect([refused.status, refused.body.fields], refused.text).toEqual([400, fields]);
      const { body } = await world.anon.graphql(SEARCH, { q: text });
      expect(body.errors[0].extensions).toMatchObject({ code: 'invalid_input', fields });
    });

    it.each(everyNth(FILTERS, 8))('a hostile value of %s finds nothing', async (filter) => {
      for (const value of VALUES) {
        const answer = await world.anon.get(`/search?q=lantern&${filter}=${encoded(value)}`);
        expectClean(answer);
        expect(answer.body.data ?? [], value).toEqual([]);
        const field = filter.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());
        const asked = await world.anon.graphql(SEARCH, { q: 'lantern', [field]: value });
        expectCleanGraphql(asked);
        expect(asked.body.data?.searchCatalog?.items ?? [], value).toEqual([]);
      }
    });

    it.each(
      everyNth(
        [
          '/search?q=%ff%fe',
          '/search?q=%c0%af%ed%a0%80',
          '/mods?q=lantern%ed%a0%80',
          '/search?q=lantern%',
          '/search?q=%zz',
          '/search?q=lantern&q=light',
          '/search?q[]=lantern',
          '/search?q[$ne]=x',
          '/search?q=lantern&sort=relevance%27',
          '/search?q=lantern&limit=1e9',
          '/search?q=lantern&limit=-1',
          `/search?q=lantern&cursor=${'A'.repeat(6_000)}`,
          '/search?q=lantern&cursor=%00',
          `/search?q=lantern&cursor=${encoded('meilisearch:[1,0,"x",0]')}`,
        ],
        3,
      ),
    )('the broken request %s gets a list or a registered problem', async (path) => {
      expectClean(await world.anon.get(path));
    });

    it('a request line of 100,000 characters gets an error, not a search', async () => {
      const { status } = await world.anon.get(`/search?q=${'a'.repeat(100_000)}`);
      expect([400, 414, 431]).toContain(status);
    });

    it('searches show neither hidden mods nor how many there are', async () => {
      for (const path of [
        '/search?q=lantern',
        '/search?q=lant&sort=downloads',
        '/mods?q=lantern',
      ]) {
        const { body } = await world.anon.get(`${path}&limit=${shown.length}`);
        expect(idsOf(body.data), path).toEqual(shown);
        expect(body.pagination).toMatchObject({ next_cursor: null, has_more: false });
      }
      expect((await world.anon.get('/search?q=secretive')).body.data).toEqual([]);
    });
  });

  aidsAttack(engine, world, () => shown);
}

/**
 * Seeds three published mods, and four in other states of which the index still has the entry.
 * Returns the ids of the published ones.
 */
async function seedStates(world: World): Promise<readonly string[]> {
  await newGame(world, 'attacked');
  const shelf = await shelfOf(world, 'attacked');
  const { db } = world.platform;
  const ids: string[] = [];
  for (const at of [1, 2, 3]) {
    const { modId } = await seedMod(world, shelf, { title: { en: `Lantern Light ${at}` } });
    ids.push(modId);
  }
  for (const state of ['draft', 'hidden', 'archived', 'deleted'] as const) {
    const { modId } = await seedMod(world, shelf, { title: { en: 'Secretive Lantern' } });
    await indexMod(world.platform, modId);
    await db.mod.update({ where: { id: modId }, data: { state } });
  }
  await freezeRanks(world.platform);
  return ids.sort();
}
