import type { Tx } from '../../platform/database/connect.js';
import { problem } from '../../registry/errors.js';
import { requireSession } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import type { StartedSession } from './start-session.js';
import { hashOf, makeToken } from './token.js';

/**
 * Gives the session that asks a new token, in the transaction of a change that a thief of the old
 * token must not survive. Throws `unauthorized` if the session has ended meanwhile.
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
