import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { MOST_BLOCKED_MS, watchEventLoop } from '../../event-loop.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';

const world = useWorld();
beforeAll(() => newGame(world, 'long'));

const MODS = 'query ($ids: [ID!]) { listMods(ids: $ids) { items { id } } }';
const UPDATES = `query ($input: UpdateCheckInput!) {
  checkUpdates(input: $input) { items { status } } }`;

const times = <T>(count: number, item: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => item(at));
const members = (count: number) => Object.fromEntries(times(count, (at) => [`k${at}`, 1]));

/** Variables of up to 250 kB of which every value is wrong. */
const WRONG = {
  'an object for each id': [MODS, { ids: times(80_000, () => ({})) }, 'ids invalid_type'],
  'null for each id': [MODS, { ids: times(45_000, () => null) }, 'ids invalid_type'],
  'unknown members': [
    UPDATES,
    { input: { gameSlug: 'long', items: [members(18_000)] } },
    'input.items[0].k0 unknown_member',
  ],
} as const;

describe('long variables of the wrong type', () => {
  it.each(Object.entries(WRONG))(
    'long variables with %s are refused with the first faults, without blocking the event loop',
    async (name, [query, variables, first]) => {
      const watch = watchEventLoop();
      const { status, body, text } = await watch.during(name, () =>
        world.anon.graphql(query, variables),
      );
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
      const { code, fields } = body.errors[0].extensions;
      expect(code).toBe('invalid_input');
      expect(`${fields[0].field} ${fields[0].code}`).toBe(first);
      expect(fields).toHaveLength(LIMITS.fieldProblems);
      expect(text.length).toBeLessThan(10_000);
      expect(watch.maxMs()).toBeLessThan(MOST_BLOCKED_MS);
    },
  );

  it('60,000 valid objects in variables are refused before GraphQL copies them', async () => {
    const input = { gameSlug: 'long', items: times(60_000, () => ({})) };
    const watch = watchEventLoop();
    const { status, body } = await watch.during('objects', () =>
      world.anon.graphql(UPDATES, { input }),
    );
    expect([status, body.errors.length]).toEqual([400, 1]);
    expect(body.errors[0].message).toContain('costs at least 60002,');
    expect(watch.maxMs()).toBeLessThan(MOST_BLOCKED_MS / 2);
  });

  it('short variables of the wrong type have one error for each fault', async () => {
    const { status, body } = await world.anon.graphql(MODS, { ids: [null, {}] });
    expect([status, body.errors.length]).toEqual([400, 2]);
  });
});
