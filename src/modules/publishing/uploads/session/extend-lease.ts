import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem } from '../../../../registry/errors.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit } from '../../../../request/outbox.js';
import { activityWindowFrom, bytesOfParts, leaseFrom } from './sign-upload.js';

/** A session for which nobody else signs until the transaction ends, and when it was found so. */
interface LockedUpload {
  readonly held: UploadSessionModel;
  readonly now: Date;
}

/** The numbers of the parts that are about to be signed, and of those that are in flight then. */
interface HandedOut {
  readonly signed: readonly number[];
  readonly inFlight: number[];
}

/**
 * Locks a session, so that of two calls the second decides by what the first has handed out.
 * Throws `session_not_uploading` where it was ended meanwhile.
 */
export async function holdUpload(tx: Tx, ctx: RequestContext, id: string): Promise<LockedUpload> {
  await tx.$queryRaw`select 1 from upload_sessions where id = ${id}::uuid for update`;
  const held = await tx.uploadSession.findUniqueOrThrow({ where: { id } });
  if (held.state !== 'uploading') throw problem('session_not_uploading');
  return { held, now: ctx.platform.clock.now() };
}

/**
 * Keeps a session alive for another activity window and notes how long its URLs will work, which
 * parts they are for, and what they let pass. A lease never ends earlier than one noted before.
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
