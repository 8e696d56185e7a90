import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexMod, rewriteModDocument } from '../../../src/modules/catalog/index.js';
import { newId } from '../../../src/request/ids.js';
import { graphqlList, restList, type WalkedList, walkThrough } from '../../lists.js';
import { everyNth, rounds } from '../../rounds.js';
import { seedVersion } from './catalog-rows.js';
import {
  CHANNELS,
  DISTURBANCES,
  LOADERS,
  newScene,
  type Scene,
  useWalks,
  world,
} from './walked-scenes.js';

useWalks();
const WHOLE = 100;
const NUMBERED = ['latest', 'downloads', 'trending'];
const MOD_LISTS = [
  ...NUMBERED.map((sort) => `/mods?sort=${sort}`),
  ...['relevance', ...NUMBERED].map((sort) => `/search?q=seeded&sort=${sort}`),
];

/**
 * A list under test. The next page of a walk has the rows of `order` at the start of the walk that
 * follow the last returned row and are in `now` when the page is read.
 */
interface Subject {
  readonly name: string;
  readonly walk: WalkedList;
  readonly order: WalkedList;
  readonly now: WalkedList;
}

/** Disturbances between two pages of all walks, and the length of the pages before them. */
interface Turn {
  readonly what: string[];
  readonly seed: number;
  readonly limit: number;
}

/** A walk in progress. */
interface Walking {
  readonly subject: Subject;
  readonly order: readonly string[];
  cursor: string | null;
  last: number;
  ended: boolean;
}

function subjectsOf({ slug, owner, mods }: Scene, loader: string, channel: string): Subject[] {
  const { anon } = world;
  const same = (name: string, list: WalkedList): Subject => ({
    name,
    walk: list,
    order: list,
    now: list,
  });
  // Filters apply to the state of a mod when a page is read, so `order` has no filter.
  const modLists = MOD_LISTS.map((list): Subject => {
    const path = `${list}&game_slug=${slug}`;
    const narrowed = restList(anon, `${path}&loader=${loader}`);
    return { name: path, walk: narrowed, order: restList(anon, path), now: narrowed };
  });
  const [first] = mods;
  // A walk stays with the release at which it began, whose dependencies do not change.
  const dependencies = restList(anon, `/mods/${mods.at(-1)?.modId}/dependencies`);
  const versions = `/mods/${first?.modId}/versions?release_channel=${channel}`;
  return [
    ...modLists,
    same('versions for readers', restList(anon, versions)),
    same('versions for the team', restList(owner, versions)),
    { ...same('dependencies', dependencies), now: once(dependencies) },
    same('games', restList(anon, '/games')),
    same('categories', restList(anon, `/categories?game_slug=${slug}`)),
    same('uploads', graphqlList(owner, 'listUploadSessions', 'status: published,')),
    same('files', graphqlList(anon, 'listArtifacts', `modId: "${first?.modId}",`)),
    same('files of the team', graphqlList(owner, 'listArtifacts', `modId: "${first?.modId}",`)),
    same('grants', graphqlList(owner, 'listDownloadGrants', 'status: active,')),
  ];
}

/** Caches the first response of a list and returns it for every call. */
function once(list: WalkedList): WalkedList {
  let first: ReturnType<WalkedList> | undefined;
  return (cursor, limit) => {
    first ??= list(cursor, limit);
    return first;
  };
}

/** Reads the next page of a walk and compares it with the model. */
async function step(walking: Walking, limit: number): Promise<void> {
  const { subject, order } = walking;
  const { ids: visible, next: more } = await subject.now(null, WHOLE);
  if (more !== null) throw new Error(`${subject.name} is too long for this test`);
  const expected = order.slice(walking.last + 1).filter((id) => visible.includes(id));
  const page = await subject.walk(walking.cursor, limit);
  expect([subject.name, page.ids]).toEqual([subject.name, expected.slice(0, limit)]);
  expect([subject.name, page.next !== null]).toEqual([subject.name, expected.length > limit]);
  walking.cursor = page.next;
  walking.last = order.indexOf(page.ids.at(-1) ?? '');
  walking.ended = page.next === null;
}

/** During these walks, mods gain a release for the loader in the filter of the lists. */
const GAINS_A_LOADER: [number[], Turn[], (typeof LOADERS)[number], (typeof CHANNELS)[number]] = [
  [0, 1, 1, 1, 1, 0],
  [
    { what: ['publishAgain', 'expireGrant'], seed: 4, limit: 1 },
    { what: ['publishAgain', 'hide'], seed: 2, limit: 3 },
    { what: ['publishAgain', 'addGame', 'publishAgain', 'expireGrant'], seed: 6, limit: 1 },
    { what: ['showAgain', 'expireGrant', 'withdraw', 'count'], seed: 9, limit: 3 },
  ],
  'fabric',
  'release',
];

it('a walk of each list returns the rows that existed at its first page and are still visible, once and in order', async () => {
  // Disturbances that move rows broke most walks in the past, so they get more weight.
  const moves = ['publishAgain', 'publishAgain', 'publishAgain', 'hide', 'showAgain'];
  const names = [...Object.keys(DISTURBANCES), ...moves];
  const turn = fc.record({
    what: fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 4 }),
    seed: fc.nat({ max: 11 }),
    limit: fc.integer({ min: 1, max: 3 }),
  });
  const runs = fc.asyncProperty(
    fc.array(fc.nat({ max: 2 }), { minLength: 4, maxLength: 6 }),
    fc.array(turn, { minLength: 3, maxLength: 8 }),
    fc.constantFrom(...LOADERS),
    fc.constantFrom(...CHANNELS),
    async (downloads, turns, loader, channel) => {
      const scene = await newScene(downloads);
      const walks: Walking[] = [];
      for (const subject of subjectsOf(scene, loader, channel)) {
        const { ids: order } = await subject.order(null, WHOLE);
        walks.push({ subject, order, cursor: null, last: -1, ended: false });
      }
      for (const [at, { what, seed, limit }] of turns.entries()) {
        for (const walking of walks.filter(({ ended }) => !ended)) await step(walking, limit);
        world.clock.advance(at % 2);
        for (const [nth, name] of what.entries()) await DISTURBANCES[name]?.(scene, seed + nth);
      }
      for (const walking of walks) while (!walking.ended) await step(walking, 2);
    },
  );
  await fc.assert(runs, { numRuns: rounds(1, 4), endOnFailure: true, examples: [GAINS_A_LOADER] });
}, 120_000);

let unranked: Promise<Scene> | undefined;
/** A catalog of four mods without downloads. Each test sets the loaders of its mods first. */
function sharedScene(): Promise<Scene> {
  unranked ??= newScene([0, 0, 0, 0]);
  return unranked;
}

it.each(everyNth(MOD_LISTS, 4))(
  'a walk of %s skips a row that left the filter and returns a row that entered it',
  async (list) => {
    const { shelf, slug } = await sharedScene();
    const path = `${list}&game_slug=${slug}`;
    const { ids } = await restList(world.anon, path)(null, WHOLE);
    const [first = '', left = '', entered = '', last = ''] = ids;
    const declare = (modId: string, loader: string) =>
      world.platform.db.$transaction(async (tx) => {
        await tx.modVersion.updateMany({ where: { modId }, data: { loaderPlatforms: [loader] } });
        await rewriteModDocument(tx, modId);
      });
    for (const modId of [first, left, last]) await declare(modId, 'fabric');
    await declare(entered, 'forge');
    const narrowed = restList(world.anon, `${path}&loader=fabric`);
    expect((await narrowed(null, WHOLE)).ids).toEqual([first, left, last]);
    const walked = await walkThrough(narrowed, [1], async (turn) => {
      if (turn > 0) return;
      await declare(left, 'forge');
      await seedVersion(world, shelf, entered, { version: newId(), loaders: ['fabric'] });
      for (const modId of [left, entered]) await indexMod(world.platform, modId);
    });
    expect(walked).toEqual([first, entered, last]);
  },
);
