import type { Tx } from '../../../../platform/database/connect.js';
import type { VersionState } from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { RegisteredError } from '../../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { isClosedToFiles, lockVersion, TAKES_OPTIONAL } from './lock-version.js';
import { forSession, presentUpload, readUpload } from './read-upload.js';
import { fileInReview, fileOfClosed, mainFile, noFile } from './removal-refusals.js';
import { deleteArtifacts } from './supersede-uploads.js';
import type { UploadSession } from './upload.type.js';

/**
 * Removes a ready optional file from a version that was never published. Cancels its session,
 * deletes the file as a newer upload of it would (`deleteArtifacts`), and writes an audit line.
 * Does nothing if the session is cancelled already, for example by an earlier call. Returns the
 * session. Throws the errors of `readUpload`, and `invalid_state` if
 * - the version was published or deleted, or its main file is in its first checks or review
 * - the file is the main file, which only a new upload replaces
 * - the upload is not ready
 */
export async function removeUploadedFile(ctx: RequestContext, id: string): Promise<UploadSession> {
  const row = await readUpload(ctx, id);
  if (row.state === 'cancelled') return presentUpload(row);
  return presentUpload(await forSession(row, () => transact(ctx, (tx) => removeIn(tx, ctx, row))));
}

/** Removes one file in a transaction, unless its session is cancelled. Throws `invalid_state`. */
async function removeIn(
  tx: Tx,
  ctx: RequestContext,
  { id, versionId, artifactId }: UploadSessionModel,
): Promise<UploadSessionModel> {
  const now = ctx.platform.clock.now();
  // Publications and newer uploads of the file wait for this lock.
  const version = await lockVersion(tx, versionId);
  const current = await tx.uploadSession.findUniqueOrThrow({ where: { id } });
  if (current.state === 'cancelled') return current;
  const refused = refusalOf(current, version?.state);
  if (refused) throw refused;
  const [removed] = await tx.uploadSession.updateManyAndReturn({
    where: { id, state: { in: sources(LIFECYCLES.uploadSession, 'remove') } },
    data: {
      state: LIFECYCLES.uploadSession.events.remove.to,
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
  if (!removed) throw noFile(current.state);
  await deleteArtifacts(tx, [artifactId], now);
  await audit(tx, ctx, {
    action: 'upload.removed',
    targetKind: 'upload',
    targetId: id,
    data: { version_id: versionId },
  });
  return removed;
}

/** The reason why a file stays; null if its team may remove it. */
function refusalOf(
  { fileKind, state }: UploadSessionModel,
  version: VersionState | undefined,
): RegisteredError | null {
  if (version === undefined || isClosedToFiles(version)) return fileOfClosed(version);
  if (!TAKES_OPTIONAL.includes(version)) return fileInReview();
  if (fileKind === 'main') return mainFile();
  return sources(LIFECYCLES.uploadSession, 'remove').includes(state) ? null : noFile(state);
}
