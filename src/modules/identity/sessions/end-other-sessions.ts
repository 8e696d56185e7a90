import { requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { endSessions } from './end-sessions.js';

/**
 * Ends all browser sessions of the viewer except the current one. Throws `unauthorized`,
 * `forbidden`.
 */
export async function endOtherSessions(ctx: RequestContext): Promise<void> {
  const { userId, credential } = requireSession(ctx);
  await transact(ctx, (tx) => endSessions(tx, ctx, userId, credential.id));
}
