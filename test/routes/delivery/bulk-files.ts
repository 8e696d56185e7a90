import { createHash } from 'node:crypto';
import { beforeAll } from 'vitest';
import { useWorld, type World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Shelf, seedUnlistedMods, shelfOf } from '../catalog/catalog-rows.js';
import type { SeededIds } from '../publishing/version-rows.js';

// `useBulkFiles` sets these before the tests of each file.
export let world: World;
export let shelf: Shelf;
export const hexOf = (algorithm: string, text: string) =>
  createHash(algorithm).update(text).digest('hex');

/** The digests of a seeded file; its SHA-256 is the one it was seeded with. */
export const digestsOf = ({ artifactId }: SeededIds) => ({
  sha256: hexOf('sha256', artifactId),
  sha512: hexOf('sha512', artifactId),
  sha1: hexOf('sha1', artifactId),
});

/** Publishes a mod with one version and stores all digests of its file. */
export async function newFile(): Promise<SeededIds & { modId: string }> {
  return (await newFiles(1))[0] ?? never();
}

/** Does the same for several mods. */
export async function newFiles(count: number): Promise<(SeededIds & { modId: string })[]> {
  const mods = await seedUnlistedMods(world, shelf, Array(count).fill({}));
  const files = mods.map(({ modId, versions }) => ({ ...(versions[0] ?? never()), modId }));
  for (const file of files) {
    const { sha256, ...further } = digestsOf(file);
    await world.platform.db.blob.update({ where: { sha256 }, data: further });
  }
  return files;
}

/** Changes to a file, named by their effect on its visibility. */
export const FATES = {
  visible: async () => {},
  archived: (it) => ofFile(it, { state: 'archived' }),
  withdrawn: (it) => ofFile(it, { state: 'withdrawn' }),
  pending: (it) => ofFile(it, { state: 'ready' }),
  deleted: (it) => ofFile(it, { state: 'deleted' }),
  unsafe: (it) => ofFile(it, { scanStatus: 'rejected' }),
  withdrawnUnsafe: (it) => ofFile(it, { state: 'withdrawn', scanStatus: 'rejected' }),
  unsafeBytes: (it) => ofBlob(it, { state: 'unsafe' }),
  ofHiddenMod: (it) => ofMod(it, { state: 'hidden' }),
  ofDraft: (it) => ofMod(it, { state: 'draft' }),
  ofArchivedMod: (it) => ofMod(it, { state: 'archived' }),
  paid: (it) => ofMod(it, { accessTier: 'paid' }),
} as const satisfies Record<string, (file: SeededIds & { modId: string }) => Promise<unknown>>;

export const ofFile = ({ artifactId: id }: SeededIds, data: object) =>
  world.platform.db.artifact.update({ where: { id }, data });

const ofBlob = (file: SeededIds, data: object) =>
  world.platform.db.blob.update({ where: { sha256: digestsOf(file).sha256 }, data });

const ofMod = ({ modId: id }: { modId: string }, data: object) =>
  world.platform.db.mod.update({ where: { id }, data });

export function never(): never {
  throw new Error('there is one of each');
}

/** Starts the service of a test file with the data of these tests. */
export function useBulkFiles(): void {
  world = useWorld({}, { jobs: 'when-settled' });
  beforeAll(async () => {
    await newGame(world, 'bulk');
    shelf = await shelfOf(world, 'bulk');
  });
}
