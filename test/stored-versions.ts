import { publicationOf } from '../src/modules/publishing/versions/list-publication.js';
import {
  blobKeyOf,
  mirrorLater,
  readBlocklist,
  recordScan,
  restoreBlob,
} from '../src/modules/storage/index.js';
import { withBlocklist } from '../src/platform/scanner/blocklist.js';
import { createSystemContext } from '../src/request/context.js';
import type { Creator } from './actors.js';
import type { World } from './harness.js';
import { sha256Of } from './publishing.js';
import { seedMod, seedVersionIn } from './routes/catalog/catalog-rows.js';
import type { SeededIds, SeededVersion, StoredBytes } from './routes/publishing/version-rows.js';

/** A published mod of the actor without versions. */
export async function storedMod(world: World, { userId }: Creator, game: string): Promise<string> {
  const { db } = world.platform;
  const { id: gameId } = await db.game.findUniqueOrThrow({ where: { slug: game } });
  return (await seedMod(world, { gameId, userId }, { versions: [] })).modId;
}

/**
 * Adds a version to a mod, as rows with real bytes, the scan of its upload and its publication
 * record. It leaves what `publishedVersion` or `readyVersion` leaves, without their requests, and
 * without the events and audit entries of the upload.
 */
export async function storedVersion(
  world: World,
  { userId }: Creator,
  modId: string,
  version: SeededVersion,
  bytes: Uint8Array,
): Promise<SeededIds> {
  const { db, clock, scanner } = world.platform;
  const stored = await storeBytes(world, bytes);
  const { gameId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
  const ctx = createSystemContext(world.platform, 'test');
  const engine = await withBlocklist(scanner, await readBlocklist(ctx)).engine();
  const now = clock.now();
  const ids = await db.$transaction(async (tx) => {
    const made = await seedVersionIn(tx, { gameId, userId }, modId, { ...version, stored }, now);
    const { artifactId, uploadId } = made;
    const { sha256, etag } = stored;
    const blob = await tx.blob.findUniqueOrThrow({ where: { sha256 } });
    const blobId = blob.id;
    await tx.blobBinding.create({ data: { artifactId, blobId, uploadId } });
    await restoreBlob(ctx, tx, { blob, etag });
    await recordScan(tx, {
      blobId,
      cause: 'upload',
      engine,
      verdict: 'clean',
      found: null,
      reasons: [],
      scannedAt: now,
    });
    await mirrorLater(world.platform, tx, blobId);
    return made;
  });
  if (version.state !== 'ready') await recordPublications(world, { versionId: ids.versionId });
  return ids;
}

/** Puts bytes into the store, unless a blob has them. */
export async function storeBytes({ platform }: World, bytes: Uint8Array): Promise<StoredBytes> {
  const sha256 = sha256Of(bytes);
  const known = await platform.db.blob.findUnique({
    where: { sha256 },
    select: { id: true, sha256: true, sizeBytes: true, storageKey: true, etag: true },
  });
  if (known) return known;
  const storageKey = blobKeyOf(sha256);
  const body = async function* () {
    yield new Uint8Array(bytes);
  };
  const { etag } = await platform.storage.put(storageKey, body(), 'application/zip');
  return { sha256, sizeBytes: bytes.length, storageKey, etag };
}

/** Writes the records that publishing leaves, for the files of a mod or of a version. */
export async function recordPublications(
  { platform: { db, clock } }: World,
  where: { readonly modId: string } | { readonly versionId: string },
): Promise<void> {
  const files = await db.artifact.findMany({ where, include: { version: true } });
  await db.versionPublication.createMany({
    data: files.map(({ version, ...file }) => ({
      ...publicationOf(version, file),
      versionId: version.id,
      publishedAt: clock.now(),
    })),
  });
}
