import type { RequestContext } from '../../request/context.js';
import { moveVersion } from './move-version.js';
import type { ModVersion } from './version.type.js';
import { requireVersion } from './version-access.js';

/**
 * Takes back a version that is published or archived: its downloads answer `gone`, and grants that
 * are open end. Spec 3.1. Throws `invalid_state_transition`.
 */
export async function withdrawVersion(ctx: RequestContext, id: string): Promise<ModVersion> {
  const version = await requireVersion(ctx, id, 'rollback');
  return moveVersion(ctx, version, { event: 'withdraw', action: 'version.withdrawn' });
}
