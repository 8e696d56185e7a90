import type { RequestContext } from '../../../request/context.js';
import { revisionOf, stale } from '../../../request/etag.js';
import { type ModAccess, requireModPermission } from '../../collaboration/index.js';

/**
 * Checks a picture write before the file is read: the permission and the ETag. The REST facade
 * calls this before it receives a file. Throws `precondition_failed` and the errors of
 * `requireModPermission`.
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
