import type { RequestContext } from '../../../request/context.js';
import { moveVersion } from './move-version.js';
import type { ModVersion } from './version.type.js';
import { requireVersion } from './version-access.js';

/**
 * Withdraws a published or archived version: its downloads return `gone`, and live grants are
 * revoked. Spec 3.1. Throws `invalid_state_transition`.
 */
export async function withdrawVersion(ctx: RequestContext, id: string): Promise<ModVersion> {
  const version = await requireVersion(ctx, id, 'rollback');
  return moveVersion(ctx, version, { event: 'withdraw', action: 'version.withdrawn' });
}
