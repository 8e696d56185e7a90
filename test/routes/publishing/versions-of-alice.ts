import { beforeAll } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';

// `useVersions` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let mod: Json;
export const versionsOf = (modId: string) => `/mods/${modId}/versions`;

/** Starts the service of a test file with the data of these tests. */
export function useVersions(): void {
  world = useWorld();
  beforeAll(async () => {
    await newGame(world, 'versions');
    await newGame(world, 'elsewhere');
    alice = await world.creator('alice');
    mod = await bareMod(alice, 'versions');
  });
}
