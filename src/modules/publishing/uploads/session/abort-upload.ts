import type { Tx } from '../../../../platform/database/connect.js';
import { problem } from '../../../../registry/errors.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { cleanupAfter } from './cleanup.js';
import { forSession } from './for-session.js';
import { holdVersion } from './hold-version.js';
import { presentUpload } from './present-upload.js';
import { readUpload } from './read-upload.js';
import { releaseVersion } from './release-version.js';
import type { UploadSession } from './upload.type.js';

/**
 * Cancels an upload that is not a file yet. A repeated call has no further effect. Spec 3.2, 4.4.
 * Throws `session_not_abortable`.
 */
export async function abortUpload(ctx: RequestContext, id: string): Promise<UploadSession> {
  const row = await readUpload(ctx, id);
  if (row.state === 'cancelled') return presentUpload(row);
  const now = ctx.platform.clock.now();
  const cancel = async (tx: Tx) => {
    await holdVersion(tx, row.versionId);
    const [cancelled] = await tx.uploadSession.updateManyAndReturn({
      where: { id, state: { in: sources(LIFECYCLES.uploadSession, 'abort') } },
      data: {
        state: 'cancelled',
        cleanupAfter: cleanupAfter(row, now),
        updatedAt: now,
        revision: { increment: 1 },
        // A decided review cannot be cancelled, so only a pending one can be here.
        reviewState: 'none',
      },
    });
    if (!cancelled) throw problem('session_not_abortable');
    await tx.artifact.updateMany({
      where: {
        id: row.artifactId,
        state: 'pending',
        scanStatus: { in: sources(SCAN_STATUS, 'skip') },
      },
      data: { state: 'rejected', scanStatus: SCAN_STATUS.events.skip.to, updatedAt: now },
    });
    // Uses the updated row, because a concurrent completion may have added a job.
    if (cancelled.jobId) {
      await tx.job.updateMany({
        where: { id: cancelled.jobId, state: { in: sources(LIFECYCLES.job, 'cancel') } },
        data: { state: 'cancelled', completedAt: now, updatedAt: now, leaseUntil: null },
      });
      if (row.fileKind === 'main') await releaseVersion(tx, row.versionId, 'reset', now);
    }
    await audit(tx, ctx, { action: 'upload.aborted', targetKind: 'upload', targetId: id });
    return cancelled;
  };
  return presentUpload(await forSession(row, () => transact(ctx, cancel)));
}
