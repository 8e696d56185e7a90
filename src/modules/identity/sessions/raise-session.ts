import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import type { StartedSession } from './start-session.js';
import { hashOf, makeToken } from './token.js';

/**
 * Records that the viewer has verified a second factor (AAL2), and gives the session a new token. A
 * thief of the old token thus does not gain AAL2. Throws `unauthorized` if the session has ended in
 * the meantime.
 */
export async function raiseSession(ctx: RequestContext): Promise<StartedSession> {
  const { clock, keys } = ctx.platform;
  const { id } = requireUser(ctx).credential;
  const token = makeToken();
  const now = clock.now();
  return transact(ctx, async (tx) => {
    const [row] = await tx.webSession.updateManyAndReturn({
      where: { id, revokedAt: null, expiresAt: { gt: now } },
      data: { tokenHash: hashOf(keys, token), aal2At: now },
    });
    if (!row) throw problem('unauthorized');
    await audit(tx, ctx, { action: 'session.stepped_up', targetKind: 'session', targetId: id });
    return { id, token, expiresAt: row.expiresAt };
  });
}
