import { requireStepUp } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { alignMod, holdMod } from './align-mod.js';
import { removeVersions } from './remove-versions.js';
import { requireVersion } from './version-access.js';

/**
 * Deletes a version for good, with its files: their ids answer `gone` from now on, and their bytes
 * go where nothing else refers to them. Answers its id. A version that was published needs a recent
 * second factor. Spec 2.1, 3.1. Throws `step_up_required`, `gone`.
 */
export async function deleteVersion(ctx: RequestContext, id: string): Promise<string> {
  const { modId } = await requireVersion(ctx, id, 'delete');
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    const mod = await holdMod(tx, modId);
    // Asked of the row that was removed: it may have been published since it was read.
    const wasPublished = await removeVersions(tx, { modId, id }, now);
    if (wasPublished) {
      requireStepUp(ctx);
      await alignMod(tx, mod, id, now);
    }
    await audit(tx, ctx, { action: 'version.deleted', targetKind: 'version', targetId: id });
    return id;
  });
}
