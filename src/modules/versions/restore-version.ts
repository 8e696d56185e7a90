import type { ModVersionModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { staleBefore } from '../artifacts/index.js';
import { moveVersion } from './move-version.js';
import { publicationOf } from './publication.js';
import { publishable } from './publishable.js';
import type { ModVersion } from './version.type.js';
import { requireVersion } from './version-access.js';

/**
 * Publishes a version again that was archived or withdrawn, exactly as it was: the snapshot of its
 * first publication has to match, and every file has to pass the gates of an upload as they are
 * now. Spec 3.1, 3.3.
 * - in another state: `invalid_state_transition`
 * - a moderator keeps it withdrawn: `forbidden`
 * - it is not what was published: `invalid_state`
 * - a file was found unsafe, or its scan no longer counts: `av_scan_rejected`
 * - a file's bytes are not in the store as they were verified, it is not bound to its upload, or
 *   its provider was not seen to have it of late: `file_not_ready`
 * - the mod would come back without a cover: `cover_required`
 */
export async function restoreVersion(ctx: RequestContext, id: string): Promise<ModVersion> {
  const version = await requireVersion(ctx, id, 'rollback');
  if (!sources(LIFECYCLES.modVersion, 'restore').includes(version.state)) {
    throw problem('invalid_state_transition');
  }
  if (version.takenDownAt !== null) throw problem('forbidden');
  const files = await readFiles(ctx, id);
  await demandSnapshot(ctx, version, files);
  for (const file of files) await demandTrust(ctx, file);
  return moveVersion(ctx, version, {
    event: 'restore',
    action: 'version.restored',
    // Asked once more where it counts: it may have been found unsafe since it was read.
    files: publishable(ctx.platform.clock.now()),
  });
}

type RestoredFile = Awaited<ReturnType<typeof readFiles>>[number];

/** The files that go with a version, with their bytes and the uploads that brought them. */
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

async function demandSnapshot(
  ctx: RequestContext,
  version: ModVersionModel,
  files: readonly RestoredFile[],
): Promise<void> {
  const primary = files.find((file) => file.id === version.primaryArtifactId);
  if (!primary) throw problem('file_not_ready');
  const stored = await ctx.platform.db.versionPublication.findUnique({
    where: { versionId: version.id },
  });
  const current = publicationOf(version, primary);
  if (stored?.sha256 !== current.sha256) {
    throw problem('invalid_state', { log: `version ${version.id} is not what was published` });
  }
}

/** What the expansion of a file asks (Spec 2.3), and that the store holds what the scan read. */
async function demandTrust(ctx: RequestContext, file: RestoredFile): Promise<void> {
  const { blob, upload, reference } = file;
  if (file.scanStatus !== 'clean' || blob?.state === 'unsafe') throw problem('av_scan_rejected');
  if (file.source === 'external_provider_reference') {
    const before = staleBefore(ctx.platform.clock.now());
    const isSeen = reference?.checkedAt && reference.checkedAt > before;
    if (reference?.state !== 'verified' || !isSeen) throw problem('file_not_ready');
    return;
  }
  const isBound =
    upload !== null &&
    upload.artifactId === file.id &&
    upload.finalBlobId === file.blobId &&
    upload.state === 'published';
  const isExact =
    blob?.state === 'sealed' && blob.sha256 === file.sha256 && blob.sizeBytes === file.sizeBytes;
  if (!isBound || !isExact) throw problem('file_not_ready');
  const head = await ctx.platform.storage.head(blob.storageKey);
  if (head?.etag === blob.etag && BigInt(head.sizeBytes) === blob.sizeBytes) return;
  throw problem('file_not_ready', { log: `the bytes of blob ${blob.id} are not in the store` });
}
