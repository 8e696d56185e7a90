import { requireSession } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { transact } from '../../request/transact.js';
import { endSessions } from './end-sessions.js';

/** Signs the viewer out of every browser but the one that asks. Throws `unauthorized`, `forbidden`. */
export async function endOtherSessions(ctx: RequestContext): Promise<void> {
  const { userId, credential } = requireSession(ctx);
  await transact(ctx, (tx) => endSessions(tx, ctx, userId, credential.id));
}
