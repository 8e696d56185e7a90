import { indexMod, rewriteSnapshot } from '../../src/modules/catalog/index.js';
import { createUser } from '../../src/modules/identity/index.js';
import { listPublication } from '../../src/modules/publishing/versions/list-publication.js';
import type { Tx } from '../../src/platform/database/connect.js';
import type { Prisma } from '../../src/platform/database/generated/client.js';
import { createSystemContext } from '../../src/request/context.js';
import { newId } from '../../src/request/ids.js';
import type { World } from '../harness.js';
import { sha256Of } from '../publishing.js';

type Texts = Record<string, string>;

/** A dependency of a seeded version on another mod. */
export interface SeededDependency {
  readonly kind: 'required' | 'optional' | 'conflict' | 'embedded';
  readonly modId: string;
  readonly range?: string;
  readonly versionId?: string;
}

/** A published version as rows. */
export interface SeededVersion {
  readonly version: string;
  readonly channel?: 'release' | 'beta' | 'alpha';
  readonly gameVersions?: readonly string[];
  readonly loaders?: readonly string[];
  readonly platforms?: readonly string[];
  readonly dependencies?: readonly SeededDependency[];
}

/** A published mod as rows. */
export interface SeededMod {
  readonly title?: Texts;
  readonly description?: Texts;
  readonly category?: string;
  readonly downloads?: number;
  /** Downloads counted today, in addition to `downloads`. */
  readonly trending?: number;
  readonly versions?: readonly SeededVersion[];
}

/** The game and the author of seeded mods. */
export interface Shelf {
  readonly gameId: string;
  readonly userId: string;
}

/** The ids of one seeded version. */
export interface SeededIds {
  readonly versionId: string;
  readonly artifactId: string;
  readonly uploadId: string;
}

/** The ids of a seeded mod and of its versions in the given order. */
export interface Seeded {
  readonly modId: string;
  readonly versions: readonly SeededIds[];
}

/** Creates an author for mods of an existing game. */
export async function shelfOf(world: World, gameSlug: string): Promise<Shelf> {
  const { db } = world.platform;
  const game = await db.game.findUniqueOrThrow({ where: { slug: gameSlug } });
  const ctx = createSystemContext(world.platform, 'test');
  const userId = await createUser(ctx, { username: `seeder-${gameSlug}` });
  return { gameId: game.id, userId };
}

/**
 * Publishes a mod as the verbs would, but without bytes. Pagination tests need many mods, and an
 * upload for each would take minutes.
 */
export async function seedMod(world: World, shelf: Shelf, mod: SeededMod = {}): Promise<Seeded> {
  const { db, clock } = world.platform;
  const seeded = await db.$transaction((tx) => seedModIn(tx, shelf, mod, clock.now()));
  await indexMod(world.platform, seeded.modId);
  return seeded;
}

/** Does the same inside a transaction and without the search index. */
export async function seedModIn(tx: Tx, shelf: Shelf, mod: SeededMod, now: Date): Promise<Seeded> {
  const modId = newId();
  await writeMod(tx, shelf, modId, mod, now);
  const versions: SeededIds[] = [];
  for (const version of mod.versions ?? [{ version: '1.0.0' }]) {
    versions.push(await writeVersion(tx, shelf, modId, version, now));
  }
  const artifactId = versions[0]?.artifactId;
  if (mod.trending && artifactId) await addToday(tx, artifactId, mod.trending, now);
  await listPublication(tx, { modId, gameId: shelf.gameId }, now);
  await rewriteSnapshot(tx, modId);
  return { modId, versions };
}

/** Adds to the downloads of a file today, and so to the trend of its mod. */
export async function addToday(tx: Tx, artifactId: string, downloads: number, now: Date) {
  await tx.downloadDay.upsert({
    where: { artifactId_day: { artifactId, day: now } },
    create: { artifactId, day: now, downloads },
    update: { downloads: { increment: downloads } },
  });
}

/** Publishes another version of a seeded mod, which moves the mod to the front of the catalog. */
export async function seedVersion(
  world: World,
  shelf: Shelf,
  modId: string,
  version: SeededVersion,
): Promise<SeededIds> {
  const now = world.platform.clock.now();
  return world.platform.db.$transaction((tx) => seedVersionIn(tx, shelf, modId, version, now));
}

/** Does the same inside a transaction. */
export async function seedVersionIn(
  tx: Tx,
  shelf: Shelf,
  modId: string,
  version: SeededVersion,
  now: Date,
): Promise<SeededIds> {
  const ids = await writeVersion(tx, shelf, modId, version, now);
  await listPublication(tx, { modId, gameId: shelf.gameId }, now);
  await rewriteSnapshot(tx, modId);
  return ids;
}

async function writeMod(tx: Tx, shelf: Shelf, modId: string, mod: SeededMod, now: Date) {
  const team = await tx.team.create({
    data: { members: { create: { userId: shelf.userId, role: 'owner' } } },
  });
  const cover = newId();
  const categories = mod.category
    ? await tx.category.findMany({ where: { gameId: shelf.gameId, slug: mod.category } })
    : [];
  await tx.mod.create({
    data: {
      id: modId,
      gameId: shelf.gameId,
      teamId: team.id,
      authorId: shelf.userId,
      slug: modId,
      title: mod.title ?? { en: `Mod ${modId}` },
      summary: {},
      description: mod.description ?? { en: 'A seeded mod.' },
      state: 'published',
      coverId: cover,
      downloadsCount: mod.downloads ?? 0,
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
      categories: { create: categories.map(({ id }) => ({ categoryId: id })) },
      media: { create: coverOf(cover) },
    },
  });
}

function coverOf(id: string) {
  return {
    id,
    kind: 'fallback_cover',
    managedBy: 'service',
    storageKey: `media/${id}`,
    contentType: 'image/webp',
    width: 1,
    height: 1,
    sizeBytes: 1,
    sha256: sha256Of(Buffer.from(id)),
    alt: { en: 'A cover.' },
  } as const satisfies Prisma.MediaCreateWithoutModInput;
}

async function writeVersion(
  tx: Tx,
  shelf: Shelf,
  modId: string,
  version: SeededVersion,
  now: Date,
): Promise<SeededIds> {
  const ids = { versionId: newId(), artifactId: newId(), uploadId: newId() };
  await tx.modVersion.create({
    data: {
      id: ids.versionId,
      modId,
      version: version.version,
      changelog: { en: 'Seeded.' },
      releaseChannel: version.channel ?? 'release',
      gameVersions: [...(version.gameVersions ?? ['1.21'])],
      loaderPlatforms: [...(version.loaders ?? ['fabric'])],
      buildMetadata: version.platforms ? { platforms: [...version.platforms] } : {},
      state: 'published',
      primaryArtifactId: ids.artifactId,
      createdById: shelf.userId,
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
    },
  });
  await writeFile(tx, shelf, modId, ids, version.version, now);
  await tx.dependency.createMany({
    data: (version.dependencies ?? []).map((dependency) => ({
      modId,
      versionId: ids.versionId,
      kind: dependency.kind,
      targetModId: dependency.modId,
      versionConstraint: dependency.range ?? null,
      targetVersionId: dependency.versionId ?? null,
      createdAt: now,
    })),
  });
  return ids;
}

async function writeFile(
  tx: Tx,
  shelf: Shelf,
  modId: string,
  { versionId, artifactId, uploadId }: SeededIds,
  fileVersion: string,
  now: Date,
) {
  const sha256 = sha256Of(Buffer.from(artifactId));
  const blobId = newId();
  const file = { modId, versionId, fileKind: 'main', contentType: 'application/zip' } as const;
  await tx.blob.create({
    data: {
      id: blobId,
      sha256,
      sizeBytes: 100,
      contentType: file.contentType,
      storageKey: `blobs/${blobId}`,
      etag: '"1"',
    },
  });
  await tx.artifact.create({
    data: {
      ...file,
      id: artifactId,
      fileVersion,
      label: 'Main file',
      originalFilename: 'mod.zip',
      sizeBytes: 100,
      sha256,
      state: 'published',
      scanStatus: 'clean',
      blobId,
      uploadId,
      createdAt: now,
      updatedAt: now,
    },
  });
  await tx.uploadSession.create({
    data: {
      ...file,
      id: uploadId,
      userId: shelf.userId,
      artifactId,
      strategy: 'single',
      state: 'published',
      filename: 'mod.zip',
      sizeBytes: 100,
      expectedSha256: sha256,
      label: 'Main file',
      stagingKey: `staging/${uploadId}`,
      leaseUntil: now,
      expiresAt: new Date(now.getTime() + 172_800_000),
      finalBlobId: blobId,
      correlationId: uploadId,
      createdAt: now,
    },
  });
}
