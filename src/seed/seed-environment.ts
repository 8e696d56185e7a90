import { CommandError } from '../admin/flags.js';
import type { Platform } from '../platform/platform.js';
import { createDraws, seedIdOf } from './draws.js';
import { SEED_GAMES, SEED_START } from './games.js';
import { emptyRows, insertRows, type SeedRows } from './insert-rows.js';
import type { SeedAuthor } from './mod-rows.js';
import { AUTHORS, modIdOf, planMod, type Seed, tagOf } from './plan-mod.js';
import { inventName } from './texts.js';

/**
 * Checks that an existing seed has the same number of versions per mod. Mod documents contain them,
 * so the number cannot change later. Throws CommandError.
 */
export async function requireSameShape({ db }: Platform, seed: Seed): Promise<void> {
  const modId = modIdOf(seed.seed, 0);
  const first = planMod({ ...seed, versionsPerMod: seed.versionsPerMod + 1 }, 0);
  const wanted = first.versions.map(({ key, createdAt }) => seedIdOf(`${key}/version`, createdAt));
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
export async function seedEnvironment(
  { db }: Platform,
  authors: readonly SeedAuthor[],
): Promise<void> {
  const rows = emptyRows();
  addEnvironmentRows(rows, authors);
  await db.$transaction((tx) => insertRows(tx, rows));
  const known = await db.game.findMany({ where: { id: { in: SEED_GAMES.map(({ id }) => id) } } });
  const taken = SEED_GAMES.find(({ id }) => !known.some((game) => game.id === id));
  if (taken) throw new CommandError(`there is another game with the slug ${taken.slug}`);
}

/** Adds the users, games and categories of all mods to `rows`. */
export function addEnvironmentRows(rows: SeedRows, authors: readonly SeedAuthor[]): void {
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
}

/** The users of a seed, by number. They have no passwords, so no client can sign in as them. */
export function authorsOf(seed: string): SeedAuthor[] {
  return Array.from({ length: AUTHORS }, (_, number) => {
    const key = `${seed}/author/${number}`;
    const displayName = inventName(createDraws(key));
    const username = `${displayName.toLowerCase()}-${tagOf(seed)}-${number}`;
    return { id: seedIdOf(key, SEED_START), username, displayName };
  });
}
