import { freezeRanks, indexMod } from '../../../src/modules/catalog/index.js';
import { newId } from '../../../src/request/ids.js';
import type { Creator } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import {
  addToday,
  type Seeded,
  type Shelf,
  seedMod,
  seedVersion,
  shelfOf,
} from './catalog-rows.js';

export const CHANNELS = ['release', 'beta', 'alpha'] as const;
export const LOADERS = ['fabric', 'forge'] as const;

// `useWalks` sets this before the tests of each file.
export let world: World;

/** Starts the service of a test file. */
export function useWalks(): void {
  world = useWorld();
}

/** The catalog of one run, and its reader, who is a member of every team. */
export interface Scene {
  readonly slug: string;
  readonly shelf: Shelf;
  readonly owner: Creator;
  readonly mods: Seeded[];
  readonly hidden: string[];
}

/** A change of the catalog; the seed selects what it changes. */
type Disturbance = (scene: Scene, seed: number) => Promise<unknown>;

const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % list.length];

async function join(owner: Creator, modId: string): Promise<void> {
  const { db } = world.platform;
  const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
  await db.teamMember.create({ data: { teamId, userId: owner.userId, role: 'publisher' } });
}

async function publishAgain({ shelf, mods }: Scene, seed: number): Promise<void> {
  const modId = pick(mods, seed)?.modId ?? '';
  await seedVersion(world, shelf, modId, {
    version: newId(),
    channel: pick(CHANNELS, seed) ?? 'release',
    loaders: [pick(LOADERS, seed) ?? 'fabric'],
  });
  await indexMod(world.platform, modId);
}

async function addDownloadGrant({ owner, mods }: Scene, seed: number): Promise<void> {
  const createdAt = world.clock.now();
  await world.platform.db.downloadGrant.create({
    data: {
      artifactId: pick(mods, seed)?.versions[0]?.artifactId ?? '',
      blobId: newId(),
      actor: `user:${owner.userId}`,
      sizeBytes: 1,
      provider: 'primary',
      expiresAt: new Date(createdAt.getTime() + 86_400_000),
      createdAt,
    },
  });
}

/** Changes of a catalog during a walk, by name. */
export const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  async publish({ shelf, owner, mods }, seed) {
    const seeded = await seedMod(world, shelf, { downloads: seed % 3, trending: seed % 2 });
    await join(owner, seeded.modId);
    mods.push(seeded);
  },
  publishAgain,
  async hide({ mods, hidden }, seed) {
    // Other lists under test belong to the first and the last mod.
    const modId = pick(mods.slice(1, 3), seed)?.modId ?? '';
    await world.platform.db.mod.update({ where: { id: modId }, data: { state: 'hidden' } });
    await indexMod(world.platform, modId);
    hidden.push(modId);
  },
  async showAgain(scene) {
    const modId = scene.hidden.pop();
    if (!modId) return;
    await world.platform.db.mod.update({ where: { id: modId }, data: { state: 'published' } });
    await publishAgain(
      scene,
      scene.mods.findIndex((mod) => mod.modId === modId),
    );
  },
  async withdraw({ mods }, seed) {
    const { versionId, artifactId } = pick(mods[0]?.versions ?? [], seed) ?? {};
    const data = { state: 'withdrawn' } as const;
    await world.platform.db.modVersion.updateMany({ where: { id: versionId ?? '' }, data });
    await world.platform.db.artifact.updateMany({ where: { id: artifactId ?? '' }, data });
  },
  async count({ mods }, seed) {
    const { modId = '', versions = [] } = pick(mods, seed) ?? {};
    const { db } = world.platform;
    await db.mod.update({ where: { id: modId }, data: { downloadsCount: { increment: 500 } } });
    await addToday(db, versions[0]?.artifactId ?? '', 500, world.clock.now());
    if (seed % 3 === 0) await freezeRanks(world.platform);
  },
  async addGame() {
    await newGame(world, `beside-${newId()}`);
  },
  async addCategory({ shelf }) {
    const category = { gameId: shelf.gameId, slug: newId(), name: 'Another' };
    await world.platform.db.category.create({ data: category });
  },
  grant: addDownloadGrant,
  async expireGrant({ owner }) {
    const { db } = world.platform;
    const mine = { actor: `user:${owner.userId}`, state: 'active' } as const;
    const one = await db.downloadGrant.findFirst({ where: mine, orderBy: { createdAt: 'asc' } });
    if (!one) return;
    await db.downloadGrant.update({ where: { id: one.id }, data: { state: 'expired' } });
  },
};

let scenes = 0;

/** Makes a catalog of mods with these download counts, and freezes their ranks. */
export async function newScene(downloads: readonly number[]): Promise<Scene> {
  scenes += 1;
  const slug = `scene-${scenes}`;
  await newGame(world, slug);
  const shelf = await shelfOf(world, slug);
  const scene: Scene = {
    slug,
    shelf,
    owner: await world.creator(`owner-${scenes}`),
    mods: [],
    hidden: [],
  };
  for (const [at, count] of downloads.entries()) {
    // Some mods share a millisecond, and all versions of a mod do, so that the id breaks ties.
    if (at % 3) world.clock.advance(0.005);
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'].slice(0, at === 0 ? 4 : 1);
    const seeded = await seedMod(world, shelf, {
      downloads: count,
      trending: count % 2,
      versions: versions.map((version, index) => ({
        version,
        channel: pick(CHANNELS, index * count) ?? 'release',
        loaders: [pick(LOADERS, index + count) ?? 'fabric'],
        dependencies: scene.mods.map(({ modId }) => ({ kind: 'optional', modId })),
      })),
    });
    await join(scene.owner, seeded.modId);
    scene.mods.push(seeded);
    await addDownloadGrant(scene, at);
  }
  await freezeRanks(world.platform);
  return scene;
}
