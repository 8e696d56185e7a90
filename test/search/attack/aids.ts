import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { MOST_BLOCKED_MS, watchEventLoop } from '../../event-loop.js';
import type { World } from '../../harness.js';
import { everyNth } from '../../rounds.js';
import { encoded, expectAnswered } from './answers.js';
import { REFUSED, TEXTS, VALUES } from './attack-texts.js';

const PATHS = ['/beta/suggest', '/beta/search/facets'];
const FILTERS = ['game_slug', 'game_version', 'loader', 'category', 'author'];

const idsOf = (items: readonly Json[]): string[] => items.map(({ id }) => id);

/**
 * Declares what a stranger can try against the suggestions and the facets of a world. `shown` are
 * the ids of its published mods.
 */
export function aidsAttack(engine: string, world: World, shown: () => readonly string[]): void {
  describe(`strangers who ask for suggestions and facets in ${engine}`, () => {
    it.each(everyNth(Object.entries(TEXTS), 10))(
      'suggestions and facets for %s are clean',
      async (_, text) => {
        const watch = watchEventLoop();
        const [suggested, facets] = await watch.during(text, () =>
          Promise.all(PATHS.map((path) => world.anon.get(`${path}?q=${encoded(text)}`))),
        );
        for (const answer of [suggested, facets]) if (answer) expectAnswered(answer);
        for (const id of idsOf(suggested?.body.data?.mods ?? [])) expect(shown()).toContain(id);
        expect(facets?.body.data?.total ?? 0).toBeLessThanOrEqual(shown().length);
        expect(watch.maxMs()).toBeLessThan(MOST_BLOCKED_MS / 2);
      },
    );

    it.each(Object.entries(REFUSED))(
      'suggestions and facets for %s are refused',
      async (_, [text, code]) => {
        for (const path of PATHS) {
          const { status, body } = await world.anon.get(`${path}?q=${encoded(text)}`);
          expect([status, body.fields], path).toEqual([400, [{ field: 'q', code }]]);
        }
      },
    );

    it.each(everyNth(FILTERS, 8))(
      'a hostile value of %s counts and suggests nothing',
      async (filter) => {
        for (const value of VALUES) {
          for (const text of ['', 'q=lantern&']) {
            const facets = await world.anon.get(
              `/beta/search/facets?${text}${filter}=${encoded(value)}`,
            );
            expectAnswered(facets);
            expect(facets.body.data?.total ?? 0, value).toBe(0);
          }
          if (filter !== 'game_slug') continue;
          const suggested = await world.anon.get(`/beta/suggest?q=l&game_slug=${encoded(value)}`);
          expectAnswered(suggested);
          expect(suggested.body.data?.mods ?? [], value).toEqual([]);
        }
      },
    );

    it.each(['limit=0', 'limit=11', 'limit=1e9', 'limit=-1', 'q=l&q=m', 'q[$ne]=x', 'q=%ff%fe'])(
      'a broken request for suggestions with %s gets a list or a registered problem',
      async (query) => {
        expectAnswered(await world.anon.get(`/beta/suggest?${query}`));
        expectAnswered(await world.anon.get(`/beta/suggest?q=lantern&${query}`));
        expectAnswered(await world.anon.get(`/beta/search/facets?${query}`));
      },
    );

    it('suggestions and facets show neither hidden mods nor how many there are', async () => {
      const { mods } = (await world.anon.get('/beta/suggest?q=lantern&limit=10')).body.data;
      expect(idsOf(mods).sort()).toEqual(shown());
      expect((await world.anon.get('/beta/suggest?q=secretive')).body.data.mods).toEqual([]);
      for (const query of ['', 'q=lantern', 'game_slug=attacked']) {
        const { total } = (await world.anon.get(`/beta/search/facets?${query}`)).body.data;
        expect(total, query).toBe(shown().length);
      }
      const secret = (await world.anon.get('/beta/search/facets?q=secretive')).body.data;
      expect(secret.total).toBe(0);
    });
  });
}
