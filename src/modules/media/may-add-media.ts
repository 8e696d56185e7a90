import type { RequestContext } from '../../request/context.js';
import { revisionOf, stale } from '../../request/etag.js';
import { type ModAccess, requireModPermission } from '../teams/index.js';

/**
 * Refuses a write to the pictures of a mod by all that can be told before a picture is seen: who
 * asks, and which state of the mod they saw. The REST face asks this before it takes in a file.
 * Throws `precondition_failed` and what `requireModPermission` throws.
 */
export async function mayAddMedia(
  ctx: RequestContext,
  modId: string,
  expectedEtag: string,
): Promise<ModAccess> {
  const access = await requireModPermission(ctx, modId, 'media');
  if (revisionOf(modId, expectedEtag) !== access.revision) throw stale(modId, access.revision);
  return access;
}
