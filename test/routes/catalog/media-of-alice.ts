import { beforeAll } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { smallPng } from '../../pictures.js';
import { bareMod, newGame } from '../../publishing.js';

// `useMedia` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let png: Buffer;
export const newMod = async (): Promise<string> => (await bareMod(alice, 'media')).id;

export const listOf = async (id: string): Promise<Json> =>
  (await alice.get(`/mods/${id}/media`)).body.data;

export const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

/** Starts the service of a test file with the data of these tests. */
export function useMedia(): void {
  world = useWorld();
  beforeAll(async () => {
    await newGame(world, 'media');
    alice = await world.creator('alice');
    png = await smallPng();
  });
}
