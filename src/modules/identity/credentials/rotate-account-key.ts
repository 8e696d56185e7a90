import { problem } from '../../../registry/errors.js';
import { requireSession, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { holdCaller } from '../../../request/hold-caller.js';
import { transact } from '../../../request/transact.js';
import { newAccountKey, presentAccountKey, readAccountKey } from './account-key.js';
import type { RevealedAccountKey } from './account-key.type.js';
import { recordChange } from './record-change.js';

/**
 * Replaces the viewer's account key; the old one ends in the same transaction, without an overlap.
 * Spec 5.4. Throws `forbidden` outside a browser session, `step_up_required` without a recent
 * second factor, and `invalid_state` without a key or if another rotation was faster.
 */
export async function rotateAccountKey(ctx: RequestContext): Promise<RevealedAccountKey> {
  const { userId } = requireSession(ctx);
  requireStepUp(ctx);
  const { platform } = ctx;
  const before = await readAccountKey(platform.db, userId);
  if (!before) throw problem('invalid_state');
  const { row, secret } = newAccountKey(platform, userId);
  const key = await transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
    const ended = await tx.credential.updateMany({
      where: { id: before.id, revokedAt: null },
      data: { revokedAt: platform.clock.now(), sealedSecret: null },
    });
    if (ended.count === 0) throw problem('invalid_state');
    const made = await tx.credential.create({ data: { ...row, rotatedFromId: before.id } });
    await recordChange(tx, ctx, before, 'rotated', { successorId: made.id });
    return made;
  });
  return { ...presentAccountKey(platform, key), secret };
}
