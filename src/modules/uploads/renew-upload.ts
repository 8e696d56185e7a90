import type { UploadSessionModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { forSession } from './for-session.js';
import { openParts } from './open-parts.js';
import { presentUpload } from './present-upload.js';
import { readUpload, requireUploading } from './read-upload.js';
import { activityWindowFrom, bytesOfFirst, leaseFrom, signUpload } from './sign-upload.js';
import type { UploadSession } from './upload.type.js';

/**
 * Signs the beginning of an upload again: what a replayed create answers (Spec 4.4), also where the
 * first one was cut off before its parts were open. A session that takes no bytes any more is
 * answered as it stands, without instructions.
 */
export async function renewUpload(ctx: RequestContext, id: string): Promise<UploadSession> {
  const row = await readUpload(ctx, id);
  if (!['draft', 'uploading'].includes(row.state) || row.expiresAt <= ctx.platform.clock.now()) {
    return presentUpload(row);
  }
  return forSession(row, async () => {
    const opened = await openParts(ctx, row);
    const renewed = await extendLease(ctx, opened, bytesOfFirst(opened), 'upload.renewed');
    return presentUpload(renewed, await signUpload(ctx, renewed));
  });
}

/**
 * Keeps a session alive for another activity window and notes how long its URLs will work, and
 * what they let pass.
 * Throws `session_not_uploading` where it was ended meanwhile.
 */
export async function extendLease(
  ctx: RequestContext,
  row: UploadSessionModel,
  signedBytes: bigint,
  action: 'upload.renewed' | 'upload.parts_signed',
): Promise<UploadSessionModel> {
  requireUploading(ctx, row);
  const now = ctx.platform.clock.now();
  return transact(ctx, async (tx) => {
    const [renewed] = await tx.uploadSession.updateManyAndReturn({
      where: { id: row.id, state: 'uploading' },
      data: {
        leaseUntil: leaseFrom(now),
        expiresAt: activityWindowFrom(now),
        signedBytes: { increment: signedBytes },
        updatedAt: now,
      },
    });
    if (!renewed) throw problem('session_not_uploading');
    await audit(tx, ctx, { action, targetKind: 'upload', targetId: row.id });
    return renewed;
  });
}
