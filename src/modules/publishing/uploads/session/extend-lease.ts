import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem } from '../../../../registry/errors.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit } from '../../../../request/outbox.js';
import { activityWindowFrom, bytesOfParts, leaseFrom } from './sign-upload.js';

/** A locked session, and the time of the lock. */
interface LockedUpload {
  readonly held: UploadSessionModel;
  readonly now: Date;
}

/** The part numbers to sign, and those in flight afterwards. */
interface HandedOut {
  readonly signed: readonly number[];
  readonly inFlight: number[];
}

/**
 * Locks a session, so that a concurrent call sees the URLs that this one signs. Throws
 * `session_not_uploading` if it ended in the meantime.
 */
export async function holdUpload(tx: Tx, ctx: RequestContext, id: string): Promise<LockedUpload> {
  await tx.$queryRaw`select 1 from upload_sessions where id = ${id}::uuid for update`;
  const held = await tx.uploadSession.findUniqueOrThrow({ where: { id } });
  if (held.state !== 'uploading') throw problem('session_not_uploading');
  return { held, now: ctx.platform.clock.now() };
}

/**
 * Extends a session by another activity window. Records the expiry of its URLs, their parts and
 * their bytes. A lease never becomes shorter.
 */
export async function extendLease(
  tx: Tx,
  ctx: RequestContext,
  { held, now }: LockedUpload,
  { signed, inFlight }: HandedOut,
  action: 'upload.renewed' | 'upload.parts_signed',
): Promise<UploadSessionModel> {
  const lease = leaseFrom(now);
  const renewed = await tx.uploadSession.update({
    where: { id: held.id },
    data: {
      leaseUntil: lease > held.leaseUntil ? lease : held.leaseUntil,
      expiresAt: activityWindowFrom(now),
      partsInFlight: inFlight,
      signedBytes: { increment: bytesOfParts(held, signed) },
      updatedAt: now,
    },
  });
  await audit(tx, ctx, { action, targetKind: 'upload', targetId: held.id });
  return renewed;
}
