import { LIMITS } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';

/**
 * The wait of a scan after `StoreFull`, in seconds: half the time since the scan began, within
 * `fullStoreSeconds` and `fullStoreWaitSeconds`. The last wait ends with the time after which a
 * moderator decides, or up to `fullStoreSeconds` later.
 */
export async function roomWaitSeconds(ctx: RequestContext, uploadId: string): Promise<number> {
  const { db, clock } = ctx.platform;
  const upload = await db.uploadSession.findUnique({
    where: { id: uploadId },
    select: { updatedAt: true },
  });
  if (upload === null) return LIMITS.fullStoreSeconds;
  const age = (clock.now().getTime() - upload.updatedAt.getTime()) / 1000;
  const longest = Math.min(LIMITS.fullStoreWaitSeconds, LIMITS.fullStoreMostSeconds - age);
  return Math.max(LIMITS.fullStoreSeconds, Math.min(age / 2, longest));
}
