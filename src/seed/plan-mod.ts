import { createHash } from 'node:crypto';
import { createDraws, type Draws, seedIdOf } from './draws.js';
import { gameOf, ROUND, SEED_START, type SeedCategory, type SeedGame } from './games.js';
import { planVersions, type SeedVersion } from './plan-versions.js';
import { type SeedTexts, writeTexts } from './texts.js';

/** The licenses of mods. */
const LICENSES: readonly [string, ...string[]] = ['MIT', 'GPL-3.0-only', 'CC-BY-4.0'];

/** The parameters that determine everything in a seed. */
export interface Seed {
  readonly seed: string;
  readonly versionsPerMod: number;
}

/** A mod of the seed, before it becomes rows. */
export interface SeedMod extends SeedTexts {
  /** Its ids and digests derive from this. */
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
  /** Ids of mods with smaller numbers that every version requires. */
  readonly requires: readonly string[];
}

/** The number of authors in one seed. */
export const AUTHORS = 240;

const MINUTE_MS = 60_000;
/** One round in this many consists of libraries, which other mods require. */
const LIBRARY_ROUNDS = 8;

/** The id of the mod with this number. */
export function modIdOf(seed: string, index: number): string {
  return seedIdOf(`${seed}/${index}`, createdAtOf(index));
}

/** A short word that distinguishes the slugs and usernames of seeds. */
export function tagOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, 6);
}

/** Plans the mod with this number. The result does not depend on the number of mods. */
export function planMod({ seed, versionsPerMod }: Seed, index: number): SeedMod {
  const key = `${seed}/${index}`;
  const draws = createDraws(key);
  const game = gameOf(index);
  const createdAt = createdAtOf(index);
  const texts = writeTexts(draws, game.name);
  // A few mods have millions of downloads, most have hardly any.
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
      supportsAll: isLibrary(index),
      englishTitle: texts.title['en'] ?? '',
    }),
  };
}

/** One mod per minute, for any size of the catalog. */
function createdAtOf(index: number): Date {
  return new Date(SEED_START.getTime() + index * MINUTE_MS);
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
