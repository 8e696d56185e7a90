import { beforeAll, beforeEach } from 'vitest';
import { useWorld, type World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Stock } from './catalog-changes.js';
import { seedMod, shelfOf } from './catalog-rows.js';
import { type PublicRead, publicReads } from './public-routes.js';

// `useStock` sets these before each test.
export let world: World;
export let stock: Stock;
export let reads: PublicRead[];
export let slug: string;
let shelves = 0;

/** Starts the service of a test file; each test has its own mods. */
export function useStock(): void {
  // A second process has the same public URL: an ETag identifies a response, not a process.
  world = useWorld({ PUBLIC_URL: 'https://mods.test' });

  // The ETag of a page with a next page changes every 15 minutes, also between two requests.
  beforeAll(() => world.clock.stop());

  // Each test has its own shelf, so its changes do not affect another test.
  beforeEach(async () => {
    shelves += 1;
    slug = `shelf-${shelves}`;
    await newGame(world, slug);
    const shelf = await shelfOf(world, slug);
    const other = await seedMod(world, shelf, { title: { en: 'Seeded other' } });
    const versions = [
      { version: '1.0.0', dependencies: [{ kind: 'required' as const, modId: other.modId }] },
    ];
    const mod = await seedMod(world, shelf, { title: { en: 'Seeded' }, versions });
    stock = { shelf, mod, other };
    const version_id = mod.versions[0]?.versionId ?? '';
    reads = publicReads({ game_slug: slug, mod_id: mod.modId, version_id });
  });
}

/** Reads a path without a credential. */
export const get = (path: string, headers = {}) => world.anon.get(path, headers);
