import { CommandError } from '../admin/flags.js';
import { freezeRanks } from '../modules/catalog/index.js';
import { Prisma } from '../platform/database/generated/client.js';
import type { Platform } from '../platform/platform.js';
import { createDraws, idOf } from './draws.js';
import { SEED_GAMES, SEED_START } from './games.js';
import { emptyRows, insertRows, SEED_TABLES } from './insert-rows.js';
import { addModRows, type SeedAuthor } from './mod-rows.js';
import { AUTHORS, modIdOf, planMod, type Seed, tagOf } from './plan-mod.js';
import { inventName } from './texts.js';

/** The seed and the number of mods. */
export interface SeedRequest extends Seed {
  readonly mods: number;
}

/** The totals of the seed afterwards. */
export interface Seeded {
  readonly mods: number;
  readonly versions: number;
  readonly artifacts: number;
}

/** Mods per transaction: about ten thousand rows, a second of work. */
const BATCH = 500;
const TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * Fills the catalog with the first `mods` mods of a seed, in bulk and without file bytes. The
 * content depends only on the seed. Existing rows stay unchanged, so the next run continues an
 * interrupted one, and a larger run adds the rest. Throws CommandError if the seed exists with
 * another number of versions, or if another game has one of its slugs.
 */
export async function seedDemo(platform: Platform, request: SeedRequest): Promise<Seeded> {
  await requireSameShape(platform, request);
  const authors = authorsOf(request.seed);
  await seedEnvironment(platform, authors);
  const added = await seedAllMods(platform, request, authors);
  if (added > 0) {
    await freezeRanks(platform);
    await analyze(platform);
  }
  const { mods, versionsPerMod } = request;
  return { mods, versions: mods * versionsPerMod, artifacts: mods * versionsPerMod };
}

/**
 * Adds all missing mods and returns their number. While PostgreSQL writes one batch, the next is
 * built. After a failure no batch starts, and running ones finish.
 */
async function seedAllMods(
  platform: Platform,
  request: SeedRequest,
  authors: readonly SeedAuthor[],
): Promise<number> {
  const batches = batchesOf(request.mods);
  let added = 0;
  const lane = async () => {
    // Both lanes read from one generator; a lane that throws closes it.
    for (const numbers of batches) {
      const count = await seedMods(platform, request, authors, numbers);
      added += count;
    }
  };
  const lanes = await Promise.allSettled([lane(), lane()]);
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return added;
}

function* batchesOf(mods: number): Generator<number[]> {
  for (let from = 0; from < mods; from += BATCH) {
    const count = Math.min(BATCH, mods - from);
    yield Array.from({ length: count }, (_, at) => from + at);
  }
}

/** Adds the missing mods of a batch and returns their number. */
async function seedMods(
  platform: Platform,
  seed: Seed,
  authors: readonly SeedAuthor[],
  numbers: readonly number[],
): Promise<number> {
  const ids = numbers.map((number) => modIdOf(seed.seed, number));
  const found = await platform.db.mod.findMany({
    where: { id: { in: ids } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  const mods = numbers
    .filter((_, at) => !known.has(ids[at] ?? ''))
    .map((number) => planMod(seed, number));
  if (mods.length === 0) return 0;
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
  return mods.length;
}

/** After so many inserts, the planner needs new statistics. */
async function analyze({ db }: Platform): Promise<void> {
  for (const table of [...SEED_TABLES, 'search_documents', 'mod_ranks']) {
    await db.$executeRaw`analyze ${Prisma.raw(`"${table}"`)}`;
  }
}

/**
 * Checks that an existing seed has the same number of versions per mod. Mod documents contain them,
 * so the number cannot change later. Throws CommandError.
 */
async function requireSameShape({ db }: Platform, seed: Seed): Promise<void> {
  const modId = modIdOf(seed.seed, 0);
  const first = planMod({ ...seed, versionsPerMod: seed.versionsPerMod + 1 }, 0);
  const wanted = first.versions.map(({ key, createdAt }) => idOf(`${key}/version`, createdAt));
  const found = await db.modVersion.findMany({
    where: { modId, id: { in: wanted } },
    select: { id: true },
  });
  const fits =
    found.length === seed.versionsPerMod && !found.some(({ id }) => id === wanted.at(-1));
  if (found.length === 0 || fits) return;
  throw new CommandError(
    `seed ${seed.seed} stands with another number of versions a mod; take another seed`,
  );
}

/**
 * Creates the users, games and categories of all mods. Throws CommandError if another game has one
 * of the slugs.
 */
async function seedEnvironment({ db }: Platform, authors: readonly SeedAuthor[]): Promise<void> {
  const rows = emptyRows();
  rows.users.push(
    ...authors.map((author) => ({ ...author, createdAt: SEED_START, updatedAt: SEED_START })),
  );
  for (const game of SEED_GAMES) {
    const { id, slug, name } = game;
    rows.games.push({
      id,
      slug,
      name,
      loaders: [...game.loaders],
      versions: [...game.versions],
      platforms: ['windows', 'linux', 'macos', 'any'],
      createdAt: SEED_START,
      updatedAt: SEED_START,
    });
    for (const category of game.categories) {
      rows.categories.push({ ...category, gameId: id, createdAt: SEED_START });
    }
  }
  await db.$transaction((tx) => insertRows(tx, rows));
  const known = await db.game.findMany({ where: { id: { in: SEED_GAMES.map(({ id }) => id) } } });
  const taken = SEED_GAMES.find(({ id }) => !known.some((game) => game.id === id));
  if (taken) throw new CommandError(`there is another game with the slug ${taken.slug}`);
}

/** The users of a seed, by number. They have no passwords, so no client can sign in as them. */
function authorsOf(seed: string): SeedAuthor[] {
  return Array.from({ length: AUTHORS }, (_, number) => {
    const key = `${seed}/author/${number}`;
    const displayName = inventName(createDraws(key));
    const username = `${displayName.toLowerCase()}-${tagOf(seed)}-${number}`;
    return { id: idOf(key, SEED_START), username, displayName };
  });
}
