import { seedIdOf } from './draws.js';

/**
 * A game of the seed data. It is the same for every seed, so that several seeds share the games.
 */
export interface SeedGame {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly loaders: readonly [string, ...string[]];
  /** Oldest first. */
  readonly versions: readonly [string, ...string[]];
  readonly categories: readonly [SeedCategory, ...SeedCategory[]];
}

/** A category of such a game. */
export interface SeedCategory {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** The start time of every seed's catalog. */
export const SEED_START = new Date('2020-01-01T00:00:00.000Z');

type Names = readonly [string, ...string[]];

/** The games, the largest first. */
export const SEED_GAMES = [
  game('Tidewater Valley', {
    loaders: ['quilloader', 'anvil', 'thread'],
    versions: ['1.0', '1.1', '1.2', '2.0', '2.1', '2.2'],
    categories: ['Gameplay', 'Interface', 'Creatures', 'World', 'Performance', 'Libraries'],
  }),
  game('Starlit Freight', {
    loaders: ['orbit', 'plugdeck'],
    versions: ['0.9', '1.0', '1.1', '1.2'],
    categories: ['Ships', 'Stations', 'Trade', 'Interface', 'Libraries'],
  }),
  game('Iron Orchard', {
    loaders: ['graft', 'sapling'],
    versions: ['3.0', '3.1', '4.0'],
    categories: ['Machines', 'Crops', 'Maps', 'Sound', 'Libraries'],
  }),
  game('Northmere Rally', {
    loaders: ['pitlane'],
    versions: ['2021', '2022', '2023', '2024'],
    categories: ['Cars', 'Tracks', 'Weather', 'Physics'],
  }),
  game('Hollow Choir', {
    loaders: ['canticle', 'plain'],
    versions: ['1.4', '1.5', '1.6'],
    categories: ['Spells', 'Story', 'Creatures', 'Translations'],
  }),
] as const;

/** The games of sixteen consecutive mods; larger games have more of them. */
const TURNS = [0, 1, 0, 2, 0, 3, 0, 1, 0, 4, 0, 2, 0, 1, 0, 3] as const;

/** The number of mods after which the order of games repeats. */
export const ROUND = TURNS.length;

/** The game of the mod with this number. */
export function gameOf(index: number): SeedGame {
  return SEED_GAMES[TURNS[index % ROUND] ?? 0];
}

function game(
  name: string,
  { loaders, versions, categories }: { loaders: Names; versions: Names; categories: Names },
): SeedGame {
  const slug = slugOf(name);
  // Sorted by slug, as in mod documents.
  const [first, ...others] = categories.toSorted().map((title): SeedCategory => {
    const category = slugOf(title);
    return { id: seedIdOf(`${slug}/${category}`, SEED_START), slug: category, name: title };
  });
  if (!first) throw new Error(`${name} has no categories`);
  return {
    id: seedIdOf(slug, SEED_START),
    slug,
    name,
    loaders,
    versions,
    categories: [first, ...others],
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
