import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';

/** Ends the current browser session. Does nothing without one. */
export async function endSession(ctx: RequestContext): Promise<void> {
  const { viewer, platform } = ctx;
  if (viewer.kind !== 'user' || viewer.credential.kind !== 'session') return;
  const { id } = viewer.credential;
  await transact(ctx, async (tx) => {
    const revokedAt = platform.clock.now();
    const { count } = await tx.webSession.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt },
    });
    if (count === 0) return;
    await audit(tx, ctx, { action: 'session.ended', targetKind: 'session', targetId: id });
  });
}
