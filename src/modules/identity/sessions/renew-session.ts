import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import { requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { StartedSession } from './start-session.js';
import { hashOf, makeToken } from './token.js';

/**
 * Gives the current session a new token, in the transaction of a security-relevant change. A stolen
 * old token then stops working. Throws `unauthorized` if the session has ended in the meantime.
 */
export async function renewSession(tx: Tx, ctx: RequestContext): Promise<StartedSession> {
  const { clock, keys } = ctx.platform;
  const { id } = requireSession(ctx).credential;
  const token = makeToken();
  const [row] = await tx.webSession.updateManyAndReturn({
    where: { id, revokedAt: null, expiresAt: { gt: clock.now() } },
    data: { tokenHash: hashOf(keys, token) },
    select: { expiresAt: true },
  });
  if (!row) throw problem('unauthorized');
  return { id, token, expiresAt: row.expiresAt };
}
