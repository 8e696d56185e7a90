import { LIMITS } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';

/**
 * The wait of a scan after `StoreFull`, in seconds: half the time since the scan began, within
 * `fullStoreSeconds` and `fullStoreWaitSeconds`. The last wait ends with the time after which a
 * moderator decides.
 */
export async function roomWaitSeconds(ctx: RequestContext, uploadId: string): Promise<number> {
  const { db, clock } = ctx.platform;
  const { updatedAt } = await db.uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
  const age = (clock.now().getTime() - updatedAt.getTime()) / 1000;
  const longest = Math.min(LIMITS.fullStoreWaitSeconds, LIMITS.fullStoreMostSeconds - age);
  return Math.max(LIMITS.fullStoreSeconds, Math.min(age / 2, longest));
}
