import type { RequestContext } from '../../../request/context.js';
import { requireModPermission } from '../../collaboration/index.js';
import type { ModFallback } from './fallback.type.js';

/** Whether downloads of a mod may use the second store. For its team. */
export async function getFallback(ctx: RequestContext, modId: string): Promise<ModFallback> {
  await requireModPermission(ctx, modId, 'read-drafts');
  const { fallbackAllowed } = await ctx.platform.db.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { fallbackAllowed: true },
  });
  return { modId, isAllowed: fallbackAllowed };
}
