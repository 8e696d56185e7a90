import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { staleBefore } from '../artifacts/present-artifact.js';
import { publicationOf, publishable } from './list-publication.js';
import {
  fileNotRestorable,
  notMovable,
  otherThanPublished,
  requireNoModTakedown,
  takenDown,
  unconfirmed,
  unsafeFile,
} from './move-refusals.js';
import { moveVersion } from './move-version.js';
import type { ModVersion } from './version.type.js';
import { requireVersion } from './version-access.js';

/**
 * Publishes an archived or withdrawn version again, exactly as it was. The record of its first
 * publication must match. Every file published with it must be clean. The bytes of the file must be
 * in the store, or its provider must have confirmed it recently. The further effects are those of
 * `moveVersion`. Spec 3.1, 3.3. Throws:
 * - another state: `invalid_state_transition`
 * - a moderator's takedown of the version or the mod: `forbidden`
 * - a difference from the first publication: `invalid_state`
 * - an unsafe file, or one that is not clean: `av_scan_rejected`
 * - no main file, bytes that differ from the verified ones, a file without its upload, or a
 *   provider without a recent check: `file_not_ready`
 * - the mod would return without a cover: `cover_required`
 * - no such version, or no permission: the errors of `requireVersion`
 */
export async function restoreVersion(ctx: RequestContext, id: string): Promise<ModVersion> {
  const version = await requireVersion(ctx, id, 'rollback');
  if (!sources(LIFECYCLES.modVersion, 'restore').includes(version.state)) {
    throw notMovable('restore', version.state);
  }
  if (version.takenDownAt !== null) throw takenDown();
  const files = await readFiles(ctx, id);
  await requirePublishedState(ctx, version, files);
  for (const file of files) await requireTrust(ctx, file);
  return moveVersion(ctx, version, {
    event: 'restore',
    action: 'version.restored',
    // Checked again inside the transaction, because a file may have become unsafe since it was
    // read.
    files: publishable(ctx.platform.clock.now()),
    prepare: (tx) => requireNoModTakedown(tx, version.modId),
  });
}

type RestoredFile = Awaited<ReturnType<typeof readFiles>>[number];

/** The files of a version, with their bytes and uploads. */
async function readFiles(ctx: RequestContext, versionId: string) {
  const { db } = ctx.platform;
  const files = await db.artifact.findMany({
    where: { versionId, state: { in: sources(LIFECYCLES.artifact, 'restore') } },
    include: { blob: true, reference: true },
  });
  const uploads = await db.uploadSession.findMany({
    where: { id: { in: files.flatMap((file) => file.uploadId ?? []) } },
    select: { id: true, artifactId: true, finalBlobId: true, state: true },
  });
  return files.map((file) => ({
    ...file,
    upload: uploads.find((upload) => upload.id === file.uploadId) ?? null,
  }));
}

/** Requires that the version equals the record of its first publication. */
async function requirePublishedState(
  ctx: RequestContext,
  version: ModVersionModel,
  files: readonly RestoredFile[],
): Promise<void> {
  const primary = files.find((file) => file.id === version.primaryArtifactId);
  if (!primary) throw fileNotRestorable(null);
  const stored = await ctx.platform.db.versionPublication.findUnique({
    where: { versionId: version.id },
  });
  const current = publicationOf(version, primary);
  if (stored?.sha256 !== current.sha256) {
    throw otherThanPublished(`version ${version.id} is not what was published`);
  }
}

/** Checks the trust rules of a file (Spec 2.3), and that the store holds the scanned bytes. */
async function requireTrust(ctx: RequestContext, file: RestoredFile): Promise<void> {
  const { blob, upload, reference } = file;
  if (file.scanStatus !== 'clean' || blob?.state === 'unsafe') throw unsafeFile(file);
  if (file.source === 'external_provider_reference') {
    const before = staleBefore(ctx.platform.clock.now());
    const isSeen = reference?.checkedAt && reference.checkedAt > before;
    if (reference?.state !== 'verified' || !isSeen) throw unconfirmed(file);
    return;
  }
  const isBound =
    upload !== null &&
    upload.artifactId === file.id &&
    upload.finalBlobId === file.blobId &&
    upload.state === 'published';
  const isExact =
    blob?.state === 'sealed' && blob.sha256 === file.sha256 && blob.sizeBytes === file.sizeBytes;
  if (!isBound || !isExact) throw fileNotRestorable(file);
  const head = await ctx.platform.storage.head(blob.storageKey);
  if (head?.etag === blob.etag && BigInt(head.sizeBytes) === blob.sizeBytes) return;
  throw fileNotRestorable(file, `the bytes of blob ${blob.id} are not in the store`);
}
