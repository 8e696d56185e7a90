import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks, indexMod } from '../../../src/modules/catalog/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Answer } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { rounds } from '../../rounds.js';
import { budgetOf, countStatements } from '../../statement-count.js';
import { type SeededMod, seedMod, seedMods, seedVersions, shelfOf } from './catalog-rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
const FEW = 10;
const MANY = rounds(40, 1_000);

/** A game with so many mods of one author, one of which has so many versions with dependencies. */
interface Stock {
  readonly count: number;
  readonly game: string;
  readonly author: Actor;
  readonly modIds: readonly string[];
  /** Files of different mods. */
  readonly files: readonly string[];
  /** Their digests. */
  readonly hashes: readonly string[];
  readonly oftenReleased: string;
}

const stocks = new Map<number, Stock>();
const stockOf = (count: number): Stock => {
  const stock = stocks.get(count);
  if (!stock) throw new Error(`no game has ${count} mods`);
  return stock;
};

async function stockWith(count: number): Promise<Stock> {
  const game = `stock-${count}`;
  await newGame(world, game);
  const author = await world.creator(`author-${count}`);
  const shelf = { ...(await shelfOf(world, game)), userId: author.userId };
  const library = await seedMod(world, shelf);
  const dependencies = [{ kind: 'optional', modId: library.modId }] as const;
  const mods: SeededMod[] = Array.from({ length: count }, () => ({
    versions: [{ version: '1.0.0' }, { version: '1.1.0', dependencies }],
  }));
  const seeded = await seedMods(world, shelf, mods);
  for (const { modId } of seeded) await indexMod(world.platform, modId);
  const versions = Array.from({ length: count }, (_, at) => {
    return { version: `2.${at}.0`, dependencies };
  });
  const { modId: oftenReleased } = await seedMod(world, shelf, { versions: [] });
  await seedVersions(world, shelf, oftenReleased, versions);
  const modIds = seeded.map(({ modId }) => modId);
  const files = seeded.flatMap((mod) => mod.versions[0]?.artifactId ?? []);
  const rows = await world.platform.db.artifact.findMany({
    where: { id: { in: files } },
    select: { sha256: true },
  });
  const hashes = rows.flatMap(({ sha256 }) => sha256 ?? []);
  return { count, game, author, modIds, files, hashes, oftenReleased };
}

beforeAll(async () => {
  for (const count of [FEW, MANY]) stocks.set(count, await stockWith(count));
  await freezeRanks(world.platform);
  // A slow machine takes minutes for the many mods of the long tests.
}, 600_000);

/** The least rows of responses that may have fewer than there are. */
const LEAST_ROWS: Partial<Record<string, number>> = { searchFacets: 1 };

/** A request about all that a stock has, as far as the operation takes so much. */
type Ask = (stock: Stock) => Promise<Answer>;

/** How many rows a response has. */
function rowsOf({ body: { data } }: Answer): number {
  const lists = [data, ...Object.values(data)].filter((it) => Array.isArray(it));
  return Math.max(...lists.map(({ length }) => length));
}

const get =
  (path: (stock: Stock) => string): Ask =>
  (stock) =>
    world.anon.get(path(stock));

const QUESTIONS: readonly (readonly [operation: string, about: string, ask: Ask])[] = [
  ...(['latest', 'downloads', 'trending'] as const).map(
    (sort) =>
      [
        'listMods',
        `by ${sort}`,
        get(({ game }) => `/mods?game_slug=${game}&sort=${sort}&limit=100`),
      ] as const,
  ),
  ['searchCatalog', 'all', get(({ game }) => `/search?q=mod&game_slug=${game}&limit=100`)],
  ['searchFacets', 'all', get(({ game }) => `/beta/search/facets?q=mod&game_slug=${game}`)],
  ['suggest', 'all', get(({ game }) => `/beta/suggest?q=mod&game_slug=${game}&limit=10`)],
  ['listModVersions', 'of one mod', get((it) => `/mods/${it.oftenReleased}/versions?limit=100`)],
  [
    'resolveInstallPlan',
    'of all mods',
    ({ game, modIds }) => {
      const mod_ids = modIds.slice(0, LIMITS.planSelectors);
      return world.anon.post('/install-plans:resolve', { game_slug: game, mod_ids });
    },
  ],
  [
    'lookupArtifacts',
    'by hash',
    ({ hashes }) => world.anon.post('/beta/artifacts:lookup', { hashes }),
  ],
  [
    'checkUpdates',
    'of all files',
    ({ game, files }) => {
      const items = files.map((artifact_id) => ({ artifact_id }));
      return world.anon.post('/beta/updates:check', { game_slug: game, items });
    },
  ],
  ['listMyResources', 'of the author', ({ author }) => author.get('/me/resources?limit=100')],
];

describe.each([FEW, MANY])('statements of requests about %i rows', (count) => {
  it.each(QUESTIONS)('%s (%s) stays within its budget of statements', async (name, _, ask) => {
    const answers: Answer[] = [];
    const sent = await countStatements(world, async () => {
      answers.push(await ask(stockOf(count)));
    });
    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(Math.max(...answers.map(rowsOf))).toBeGreaterThanOrEqual(LEAST_ROWS[name] ?? FEW);
    expect(sent).toBeLessThanOrEqual(budgetOf(name));
  });
});

describe('statements of a mod list', () => {
  it('a mod list sends two statements for unknown documents, and one once they are known', async () => {
    await newGame(world, 'unread');
    await seedMods(world, await shelfOf(world, 'unread'), [{}, {}]);
    const list = () => world.anon.get('/mods?game_slug=unread');
    expect(await countStatements(world, list)).toBe(2);
    expect(await countStatements(world, list)).toBe(1);
  });
});
