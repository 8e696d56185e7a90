import { z } from 'zod';
import type { UploadSessionModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import { requireModerator } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { cleanupAfter } from './cleanup.js';
import { makeReady, makeRejected } from './file-outcome.js';
import { presentUpload } from './present-upload.js';
import { isKnownUnsafe, promote } from './scan-upload.js';
import type { UploadSession } from './upload.type.js';

const measured = z.object({ sha256: z.string(), size_bytes: z.number() });

/**
 * Lets a quarantined upload pass on a moderator's word: binding, decision, audit and event at once
 * (Spec 3.2). Throws `invalid_state` for an upload that awaits no decision, `checksum_not_verified`
 * for one whose bytes were never measured to the end, `av_scan_rejected` for bytes that were found
 * unsafe meanwhile.
 */
export async function approveUpload(ctx: RequestContext, id: string): Promise<UploadSession> {
  const upload = await readQuarantined(ctx, id);
  const record = measured.safeParse(upload.inspection);
  if (!record.success || record.data.sha256 !== upload.expectedSha256) {
    throw problem('checksum_not_verified');
  }
  const { sha256, size_bytes: sizeBytes } = record.data;
  if (await isKnownUnsafe(ctx, sha256)) throw problem('av_scan_rejected');
  const object = await promote(ctx, upload, { sha256, sizeBytes });
  return decide(ctx, upload, 'approve', (tx, now) =>
    makeReady(ctx, tx, upload, { ...object, engine: null }, now),
  );
}

/** Refuses a quarantined upload on a moderator's word (Spec 3.2). Throws `invalid_state`. */
export async function refuseUpload(ctx: RequestContext, id: string): Promise<UploadSession> {
  const upload = await readQuarantined(ctx, id);
  return decide(ctx, upload, 'refuse', async (tx, now) => {
    await makeRejected(ctx, tx, upload, 'av_scan_rejected', now);
    await tx.uploadSession.update({
      where: { id },
      data: { failureCode: 'av_scan_rejected', cleanupAfter: cleanupAfter(upload, now) },
    });
  });
}

async function readQuarantined(ctx: RequestContext, id: string): Promise<UploadSessionModel> {
  requireModerator(ctx);
  const upload = isId(id)
    ? await ctx.platform.db.uploadSession.findUnique({ where: { id } })
    : null;
  if (!upload) throw await missing(ctx, id, 'session_not_found');
  if (upload.state !== 'quarantined') throw problem('invalid_state');
  return upload;
}

async function decide(
  ctx: RequestContext,
  upload: UploadSessionModel,
  event: 'approve' | 'refuse',
  effects: (tx: Parameters<typeof makeReady>[1], now: Date) => Promise<void>,
): Promise<UploadSession> {
  const lifecycle = LIFECYCLES.uploadSession;
  const row = await transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    const moved = await tx.uploadSession.updateMany({
      where: { id: upload.id, state: { in: sources(lifecycle, event) } },
      data: {
        state: lifecycle.events[event].to,
        reviewState: event === 'approve' ? 'approved' : 'rejected',
        reviewedById: requireModerator(ctx).userId,
        reviewedAt: now,
        updatedAt: now,
        revision: { increment: 1 },
      },
    });
    if (moved.count === 0) throw problem('invalid_state');
    await effects(tx, now);
    await audit(tx, ctx, {
      action: event === 'approve' ? 'upload.approved' : 'upload.rejected',
      targetKind: 'upload',
      targetId: upload.id,
    });
    return tx.uploadSession.findUniqueOrThrow({ where: { id: upload.id } });
  });
  return presentUpload(row);
}
