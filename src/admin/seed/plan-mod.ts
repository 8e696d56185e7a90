import { createHash } from 'node:crypto';
import { createDraws, type Draws, idOf } from './draws.js';
import { BEGINNING, gameOf, ROUND, type SeedCategory, type SeedGame } from './games.js';
import { planVersions, type SeedVersion } from './plan-versions.js';
import { type SeedTexts, writeTexts } from './texts.js';
import { LICENSES } from './words.js';

/** What decides on everything that a seed makes. */
export interface Seed {
  readonly seed: string;
  readonly versionsPerMod: number;
}

/** A mod of the seed, before it becomes rows. */
export interface SeedMod extends Omit<SeedTexts, 'name'> {
  /** What its ids and digests are derived from. */
  readonly key: string;
  readonly id: string;
  readonly game: SeedGame;
  /** The number of its author. */
  readonly author: number;
  readonly license: string;
  readonly categories: readonly SeedCategory[];
  readonly createdAt: Date;
  /** Oldest first. */
  readonly versions: readonly SeedVersion[];
  /** Mods with smaller numbers that every version requires. */
  readonly requires: readonly string[];
}

/** How many people publish the mods of one seed. */
export const AUTHORS = 240;

const MINUTE_MS = 60_000;
/** One round in so many is of libraries, which others build upon. */
const LIBRARY_ROUNDS = 8;

/** The id of the mod with this number. */
export function modIdOf(seed: string, index: number): string {
  return idOf(`${seed}/${index}`, createdAtOf(index));
}

/** A short word that tells one seed's slugs and usernames from another's. */
export function tagOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, 6);
}

/** What the mod with this number is. How many others there are plays no part in it. */
export function planMod({ seed, versionsPerMod }: Seed, index: number): SeedMod {
  const key = `${seed}/${index}`;
  const draws = createDraws(key);
  const game = gameOf(index);
  const createdAt = createdAtOf(index);
  const texts = writeTexts(draws);
  // A few mods are downloaded millions of times, most of them hardly ever.
  const downloads = Math.floor(4 * (1 - draws.unit()) ** -1.1);
  const author = Math.floor(AUTHORS * draws.unit() ** 2);
  const license = draws.pick(LICENSES);
  const categories = draws.some(game.categories).slice(0, 3);
  const recentDownloads = Math.floor(downloads * draws.unit() ** 4);
  const requires = draws.chance(0.4) ? requirements(seed, index, draws) : [];
  return {
    key,
    id: modIdOf(seed, index),
    game,
    author,
    title: texts.title,
    summary: texts.summary,
    description: texts.description,
    slug: `${texts.slug}-${tagOf(seed)}-${index.toString(36)}`,
    license,
    categories,
    createdAt,
    requires,
    versions: planVersions({
      key,
      game,
      createdAt,
      downloads,
      recentDownloads,
      versionsPerMod,
      forAll: isLibrary(index),
      name: texts.name,
    }),
  };
}

/** A mod a minute, whatever the size of the catalog. */
function createdAtOf(index: number): Date {
  return new Date(BEGINNING.getTime() + index * MINUTE_MS);
}

function isLibrary(index: number): boolean {
  return Math.floor(index / ROUND) % LIBRARY_ROUNDS === 0;
}

/** One to three earlier libraries of the same game, the oldest ones most often. */
function requirements(seed: string, index: number, draws: Draws): string[] {
  const earlier = Math.ceil(Math.floor(index / ROUND) / LIBRARY_ROUNDS);
  if (earlier === 0) return [];
  const numbers = Array.from({ length: draws.int(1, 3) }, () => {
    const group = Math.floor(earlier * draws.unit() ** 3);
    return group * LIBRARY_ROUNDS * ROUND + (index % ROUND);
  });
  return [...new Set(numbers)].map((number) => modIdOf(seed, number));
}
