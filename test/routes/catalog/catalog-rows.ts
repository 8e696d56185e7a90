import { rewriteModDocuments } from '../../../src/modules/catalog/documents/mod-document.js';
import { indexMod, rewriteModDocument } from '../../../src/modules/catalog/index.js';
import { createUser } from '../../../src/modules/identity/index.js';
import { listPublication } from '../../../src/modules/publishing/versions/list-publication.js';
import type { Tx } from '../../../src/platform/database/connect.js';
import type { Prisma } from '../../../src/platform/database/generated/client.js';
import { createSystemContext } from '../../../src/request/context.js';
import { newId } from '../../../src/request/ids.js';
import type { World } from '../../harness.js';
import { sha256Of } from '../../publishing.js';
import { modRow } from '../../rows.js';
import { type SeededIds, type SeededVersion, writeVersions } from '../publishing/version-rows.js';

type Texts = Record<string, string>;

const ROWS_PER_TRANSACTION = 100;

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

/** A seeded mod, and the ids of its versions in the given order. */
export interface Seeded {
  readonly modId: string;
  readonly slug: string;
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
  const seeded = await writeMod(tx, shelf, mod, now);
  const artifactId = seeded.versions[0]?.artifactId;
  if (mod.trending && artifactId) await addToday(tx, artifactId, mod.trending, now);
  await listPublication(tx, { modId: seeded.modId, gameId: shelf.gameId }, now);
  await rewriteModDocument(tx, seeded.modId);
  return seeded;
}

/**
 * Publishes many mods without the search index, with few more statements than for one.
 */
export async function seedMods(
  world: World,
  shelf: Shelf,
  mods: readonly SeededMod[],
): Promise<Seeded[]> {
  return inParts(world, mods, (tx, part, now) => seedPart(tx, shelf, part, now));
}

/** Runs work on parts of a list, each in a transaction, which has to end within 15 seconds. */
async function inParts<T, Result>(
  { platform: { db, clock } }: World,
  all: readonly T[],
  work: (tx: Tx, part: readonly T[], now: Date) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < all.length; from += ROWS_PER_TRANSACTION) {
    const part = all.slice(from, from + ROWS_PER_TRANSACTION);
    results.push(...(await db.$transaction((tx) => work(tx, part, clock.now()))));
  }
  return results;
}

async function seedPart(tx: Tx, shelf: Shelf, mods: readonly SeededMod[], now: Date) {
  const seeded = await writeMods(tx, shelf, mods, now);
  const ids = seeded.map(({ modId }) => modId);
  for (const modId of ids) await listPublication(tx, { modId, gameId: shelf.gameId }, now);
  await rewriteModDocuments(tx, ids);
  return seeded;
}

/**
 * Seeds many mods with few more statements than for one. They have no place in lists and search, so only
 * plans and reads by id find them.
 */
export async function seedUnlistedMods(
  world: World,
  shelf: Shelf,
  mods: readonly SeededMod[],
): Promise<Seeded[]> {
  return inParts(world, mods, async (tx, part, now) => {
    const seeded = await writeMods(tx, shelf, part, now);
    const ids = seeded.map(({ modId }) => modId);
    await rewriteModDocuments(tx, ids);
    return seeded;
  });
}

/** Adds many published versions to a seeded mod. */
export async function seedVersions(
  world: World,
  shelf: Shelf,
  modId: string,
  versions: readonly SeededVersion[],
): Promise<SeededIds[]> {
  return inParts(world, versions, async (tx, part, now) => {
    const rows = part.map((version) => ({ modId, version }));
    const ids = await writeVersions(tx, shelf.userId, rows, now);
    await listPublication(tx, { modId, gameId: shelf.gameId }, now);
    await rewriteModDocument(tx, modId);
    return ids;
  });
}

/** Adds to the downloads of a file today, and so to the trend of its mod. */
export async function addToday(tx: Tx, artifactId: string, downloads: number, now: Date) {
  await tx.downloadDay.upsert({
    where: { artifactId_day: { artifactId, day: now } },
    create: { artifactId, day: now, downloads },
    update: { downloads: { increment: downloads } },
  });
}

/**
 * Adds another version to a seeded mod. A published one moves the mod to the front of the catalog.
 */
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
  const [ids] = await writeVersions(tx, shelf.userId, [{ modId, version }], now);
  if (!ids) throw new Error('no version was written');
  if (version.state !== 'ready') {
    await listPublication(tx, { modId, gameId: shelf.gameId }, now);
    await rewriteModDocument(tx, modId);
  }
  return ids;
}

async function writeMod(tx: Tx, shelf: Shelf, mod: SeededMod, now: Date): Promise<Seeded> {
  const [seeded] = await writeMods(tx, shelf, [mod], now);
  if (!seeded) throw new Error('no mod was written');
  if (!mod.category) return seeded;
  const slug = mod.category;
  const category = await tx.category.findFirst({ where: { gameId: shelf.gameId, slug } });
  if (category) {
    await tx.modCategory.create({ data: { modId: seeded.modId, categoryId: category.id } });
  }
  return seeded;
}

/** Writes the rows of mods without categories, each with its own team. */
async function writeMods(tx: Tx, shelf: Shelf, mods: readonly SeededMod[], now: Date) {
  const rows = mods.map((mod) => modRowOf(shelf, mod, now));
  await tx.team.createMany({ data: rows.map(({ teamId }) => ({ id: teamId })) });
  await tx.teamMember.createMany({
    data: rows.map(({ teamId }) => ({ teamId, userId: shelf.userId, role: 'owner' as const })),
  });
  await tx.mod.createMany({ data: rows });
  await tx.media.createMany({ data: rows.map(({ id, coverId }) => coverOf(id, coverId)) });
  const versions = mods.flatMap(({ versions = [{ version: '1.0.0' }] }, at) =>
    versions.map((version) => ({ modId: rows[at]?.id ?? '', version })),
  );
  const ids = await writeVersions(tx, shelf.userId, versions, now);
  return rows.map(({ id, slug }) => ({
    modId: id,
    slug,
    versions: ids.filter(({ modId }) => modId === id),
  }));
}

function modRowOf(shelf: Shelf, mod: SeededMod, now: Date) {
  const coverId = newId();
  const teamId = newId();
  const row = modRow({
    gameId: shelf.gameId,
    teamId,
    authorId: shelf.userId,
    ...(mod.title ? { title: mod.title } : {}),
    ...(mod.description ? { description: mod.description } : {}),
    coverId,
    downloadsCount: mod.downloads ?? 0,
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
  });
  return { ...row, teamId, coverId };
}

function coverOf(modId: string, id: string) {
  return {
    id,
    modId,
    kind: 'fallback_cover',
    managedBy: 'service',
    storageKey: `media/${id}`,
    contentType: 'image/webp',
    width: 1,
    height: 1,
    sizeBytes: 1,
    sha256: sha256Of(Buffer.from(id)),
    alt: { en: 'A cover.' },
  } as const satisfies Prisma.MediaCreateManyInput;
}
