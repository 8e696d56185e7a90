import { requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockMod } from '../../catalog/index.js';
import { alignMod } from './align-mod.js';
import { removeVersions } from './remove-versions.js';
import { requireVersion } from './version-access.js';

/**
 * Deletes a version and its files for good. Their ids return `gone` from now on, and unreferenced
 * bytes are removed later. Returns the id. A published version requires a recent second factor.
 * Spec 2.1, 3.1. Throws `step_up_required`, `gone`.
 */
export async function deleteVersion(ctx: RequestContext, id: string): Promise<string> {
  const { modId } = await requireVersion(ctx, id, 'delete');
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    const mod = await lockMod(tx, modId);
    // Decided by the removed row, because the version may have been published after it was read.
    const wasPublished = await removeVersions(tx, { modId, id }, now);
    if (wasPublished) {
      requireStepUp(ctx);
      await alignMod(tx, mod, id, now);
    }
    await audit(tx, ctx, { action: 'version.deleted', targetKind: 'version', targetId: id });
    return id;
  });
}
