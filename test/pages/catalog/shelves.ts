import { beforeAll } from 'vitest';
import { freezeRanks } from '../../../src/modules/catalog/index.js';
import { useWorld, type World, type WorldOptions } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type SeededMod, type Shelf, seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';

/** A text that no page may interpret or be broken by. */
export const HOSTILE = `"><script>alert(1)</script>{{x}}${'W'.repeat(60)}`;

/** A world with two games and some mods in one of them. */
export interface ShelfWorld extends World {
  /** The ids of the mods by their English titles. */
  readonly ids: ReadonlyMap<string, string>;
  /** Publishes another mod, by the author of the others. */
  publish(mod: SeededMod): Promise<string>;
  shelf(): Shelf;
}

/** Pages of each kind in this world. */
export const PATHS = [
  '/',
  '/games',
  '/games/wharf',
  '/mods',
  '/mods?q=night',
  '/users/seeder-wharf',
];

const MODS: readonly SeededMod[] = [
  { title: { en: 'Lantern Road', de: 'Laternenweg', ru: 'Фонарная дорога' }, category: 'tools' },
  { title: { en: 'Night Market' }, versions: [{ version: '1', loaders: ['forge'] }] },
  {
    title: { en: 'Night Harbor' },
    category: 'magic',
    versions: [{ version: '2', loaders: ['fabric'], gameVersions: ['1.21'] }],
  },
  { title: { en: HOSTILE }, description: { en: HOSTILE } },
];

/** Starts a world whose author is `seeder-wharf`, for the tests of one file. */
export function useShelves(options: WorldOptions = {}): ShelfWorld {
  const world = useWorld({}, { jobs: 'when-settled', ...options });
  const ids = new Map<string, string>();
  let shelf: Shelf | undefined;
  const publish = async (mod: SeededMod) => {
    if (!shelf) throw new Error('the world has not started');
    world.clock.advance(1);
    const { modId } = await seedMod(world, shelf, mod);
    ids.set(mod.title?.['en'] ?? modId, modId);
    return modId;
  };
  beforeAll(async () => {
    await newGame(world, 'wharf');
    await newGame(world, 'empty-game');
    shelf = await shelfOf(world, 'wharf');
    for (const mod of MODS) await publish(mod);
    await freezeRanks(world.platform);
  });
  const more = { ids, publish, shelf: () => shelf };
  return new Proxy({} as ShelfWorld, {
    get: (_target, name) => Reflect.get(name in more ? more : world, name),
  });
}

/** The titles of the cards of a page, in order. */
export function titlesIn(html: string): string[] {
  return [...html.matchAll(/<h[23]><a href="\/mods\/[^"]+"[^>]*>([^<]*)</g)].map(
    ([, title = '']) => title,
  );
}
