import type { RequestContext } from '../../../request/context.js';
import { moveVersion } from './move-version.js';
import type { ModVersion } from './version.type.js';
import { requireVersion } from './version-access.js';

/**
 * Removes a published version from lists. Requests that name it or its file exactly can still read,
 * plan and download it. Spec 3.1. Throws `invalid_state_transition`.
 */
export async function archiveVersion(ctx: RequestContext, id: string): Promise<ModVersion> {
  const version = await requireVersion(ctx, id, 'rollback');
  return moveVersion(ctx, version, { event: 'archive', action: 'version.archived' });
}
