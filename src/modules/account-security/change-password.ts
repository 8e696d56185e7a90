import type { Tx } from '../../platform/database/connect.js';
import { requireSession } from '../../request/authorize.js';
import { checked } from '../../request/checked.js';
import type { RequestContext } from '../../request/context.js';
import { holdCaller } from '../../request/hold-caller.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { bumpAccess, confirmPassword, hashPassword, newPassword } from '../accounts/index.js';
import { endInteractions, revokeAppGrants } from '../apps/index.js';
import { endCredentials } from '../credentials/index.js';
import { type NoticeParams, notify } from '../notices/index.js';
import { endSessions, renewSession, type StartedSession, standFactors } from '../sessions/index.js';

/** The kinds of access that a thief of the old password may have made. */
export const ACCESS_KINDS = ['sessions', 'tokens', 'applications'] as const;

/** One kind of access. */
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** A new password, and the access that goes on; all other access ends. */
export interface PasswordChange {
  readonly old: string;
  readonly new: string;
  readonly keeps: readonly AccessKind[];
}

/**
 * Changes the viewer's password and ends everything that the old one may have made, unless the viewer
 * keeps it: sessions in other browsers; tokens and keys; what applications were allowed. The session
 * that asks goes on under a new token, which is the result. Null if the old password is wrong, also if
 * another request changed it meanwhile.
 *
 * It is one transaction that holds the account. Every write that makes further access holds the account
 * too (`holdCaller`), so it is either ended here or refused afterwards.
 * Throws `invalid_input` for a new password that is too short or too long, `forbidden`, `unauthorized`,
 * `rate_limited`.
 */
export async function changePassword(
  ctx: RequestContext,
  change: PasswordChange,
): Promise<StartedSession | null> {
  const { userId } = requireSession(ctx);
  const chosen = checked(newPassword, change.new);
  const proven = await confirmPassword(ctx, change.old);
  if (!proven) return null;
  const passwordHash = await hashPassword(chosen);
  return transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
    if (!(await standFactors(tx, ctx, proven))) return null;
    await tx.user.update({
      where: { id: userId },
      data: {
        ...{ passwordHash, revision: { increment: 1 } },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    const session = await renewSession(tx, ctx);
    await endAccess(tx, ctx, { userId, sessionId: session.id, keeps: change.keeps });
    return session;
  });
}

/** The account whose access ends, except for one session and for the kinds that it keeps. */
interface EndOfAccess {
  readonly userId: string;
  readonly sessionId: string;
  readonly keeps: readonly AccessKind[];
}

async function endAccess(
  tx: Tx,
  ctx: RequestContext,
  { userId, sessionId, keeps }: EndOfAccess,
): Promise<void> {
  const endOf = (kind: AccessKind) => (keeps.includes(kind) ? 'kept' : 'ended');
  const said: NoticeParams['password_changed'] = {
    sessions: endOf('sessions'),
    tokens: endOf('tokens'),
    applications: endOf('applications'),
  };
  if (said.sessions === 'ended') {
    await endSessions(tx, ctx, userId, sessionId);
    await endInteractions(tx, userId);
  }
  const keys = said.tokens === 'ended' ? await endCredentials(tx, ctx, userId) : 0;
  const grants = said.applications === 'ended' ? await revokeAppGrants(tx, ctx, userId) : 0;
  await audit(tx, ctx, {
    ...{ action: 'user.password_changed', targetKind: 'user', targetId: userId },
    data: { ...said },
  });
  await bumpAccess(tx, userId, [
    'account',
    ...(keys > 0 ? (['credentials'] as const) : []),
    ...(grants > 0 ? (['applications'] as const) : []),
  ]);
  await notify(tx, ctx, { userIds: [userId], template: 'password_changed', params: said });
}
