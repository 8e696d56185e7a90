import type { RequestContext } from '../../../request/context.js';
import { requireModPermission } from '../../collaboration/index.js';
import { readVersion } from './get-version.js';
import { moveVersion } from './move-version.js';
import type { ModVersion } from './version.type.js';

/**
 * Withdraws a published version. The latest release is chosen from those that remain. Without any,
 * the mod leaves the catalog. Spec 4.3; decisions, Writing. Throws `invalid_state_transition` for a
 * version that is not published.
 */
export async function rollbackVersion(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<ModVersion> {
  const access = await requireModPermission(ctx, modId, 'rollback');
  const version = await readVersion(ctx, access, versionId);
  return moveVersion(ctx, version, {
    event: 'withdraw',
    from: ['published'],
    action: 'version.rolled_back',
  });
}
