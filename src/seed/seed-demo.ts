import { compactFacetCounts, freezeRanks } from '../modules/catalog/index.js';
import { Prisma } from '../platform/database/generated/client.js';
import type { Platform } from '../platform/platform.js';
import { emptyRows, insertRows, SEED_TABLES } from './insert-rows.js';
import { addModRows, type SeedAuthor } from './mod-rows.js';
import { modIdOf, planMod, type Seed } from './plan-mod.js';
import { authorsOf, requireSameShape, seedEnvironment } from './seed-environment.js';

/** The seed and the number of mods. */
export interface SeedRequest extends Seed {
  readonly mods: number;
}

/** The totals of the requested mods, whether added now or before. */
export interface Seeded {
  readonly mods: number;
  readonly versions: number;
  readonly artifacts: number;
}

/** Mods per transaction: about ten thousand rows, a second of work. */
const BATCH = 500;
const TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * Fills the catalog with the first `mods` mods of a seed, in bulk and without file bytes. Also
 * fills the search index, and renews the ranks, the facet counts and the statistics of the planner.
 * The content depends only on the seed, except the days of recent downloads. Existing rows stay
 * unchanged, so the next run continues an interrupted one, and a larger run adds the rest. Throws
 * CommandError if the seed exists with another number of versions, or if another game has one of
 * its slugs.
 */
export async function seedDemo(platform: Platform, request: SeedRequest): Promise<Seeded> {
  await requireSameShape(platform, request);
  const authors = authorsOf(request.seed);
  await seedEnvironment(platform, authors);
  await seedAllMods(platform, request, authors);
  // Also without new mods, because an earlier run may have stopped before these steps.
  await freezeRanks(platform);
  await compactFacetCounts(platform);
  await platform.search.refresh(new AbortController().signal);
  await analyze(platform);
  const { mods, versionsPerMod } = request;
  return { mods, versions: mods * versionsPerMod, artifacts: mods * versionsPerMod };
}

/**
 * Adds all missing mods. While PostgreSQL writes one batch, the next is built. After a failure no
 * batch starts, and running ones finish.
 */
async function seedAllMods(
  platform: Platform,
  request: SeedRequest,
  authors: readonly SeedAuthor[],
): Promise<void> {
  const batches = batchesOf(request.mods);
  const lane = async () => {
    // Both lanes read from one generator; a lane that throws closes it.
    for (const numbers of batches) await seedMods(platform, request, authors, numbers);
  };
  const lanes = await Promise.allSettled([lane(), lane()]);
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function* batchesOf(mods: number): Generator<number[]> {
  for (let from = 0; from < mods; from += BATCH) {
    const count = Math.min(BATCH, mods - from);
    yield Array.from({ length: count }, (_, at) => from + at);
  }
}

/** Adds the missing mods of a batch. */
async function seedMods(
  platform: Platform,
  seed: Seed,
  authors: readonly SeedAuthor[],
  numbers: readonly number[],
): Promise<void> {
  const ids = numbers.map((number) => modIdOf(seed.seed, number));
  const found = await platform.db.mod.findMany({
    where: { id: { in: ids } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  const mods = numbers
    .filter((_, at) => !known.has(ids[at] ?? ''))
    .map((number) => planMod(seed, number));
  if (mods.length === 0) return;
  const rows = emptyRows();
  const entries = mods.map((mod) => {
    const author = authors[mod.author];
    if (!author) throw new Error(`nobody is author ${mod.author}`);
    return addModRows(rows, mod, author, platform.clock.now());
  });
  // Search first: a search document without its mod is never shown. A mod without a search document
  // would never be found if the run stopped in between.
  await platform.search.index(entries);
  await platform.db.$transaction((tx) => insertRows(tx, rows), { timeout: TRANSACTION_TIMEOUT_MS });
}

/** After so many inserts, the planner needs new statistics. */
async function analyze({ db }: Platform): Promise<void> {
  for (const table of [
    ...SEED_TABLES,
    'search_entries',
    'search_terms',
    'mod_ranks',
    'facet_counts',
  ]) {
    await db.$executeRaw`analyze ${Prisma.raw(`"${table}"`)}`;
  }
}
