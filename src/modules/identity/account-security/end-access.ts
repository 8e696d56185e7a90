import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { endLinks } from '../account-links/link.js';
import { bumpAccess } from '../accounts/change-user.js';
import { endInteractions } from '../apps/oauth-client.js';
import { revokeAppGrants } from '../apps/revoke-app-grants.js';
import { endCreated } from '../created-access/end-created.js';
import { endCredentials } from '../credentials/end-credentials.js';
import type { NoticeParams } from '../notices/notice.js';
import { notify } from '../notices/notify.js';
import { endSessions } from '../sessions/end-sessions.js';

/**
 * The kinds of access that a thief of the old password may have created. `tokens` includes all
 * keys; `applications` are the approvals of the user.
 */
export const ACCESS_KINDS = ['sessions', 'tokens', 'applications'] as const;

/** One kind of access. */
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** An account whose access ends, and the exceptions. */
export interface EndOfAccess {
  readonly userId: string;
  /** The session to keep. If undefined, all sessions end. */
  readonly sessionId?: string;
  readonly keeps: readonly AccessKind[];
}

/**
 * Ends all kinds of access of an account except those in `keeps`, in the transaction that replaces
 * the password. If sessions end, so do all unfinished authorizations of the user
 * (`endInteractions`), and the subscriptions and trusted publishers that sessions created. Their
 * rows do not say which session created them, so those of the kept session end too. Links in
 * earlier mails always end. Writes the audit log, raises the access revision (`bumpAccess`) and
 * mails the user.
 */
export async function endAccess(
  tx: Tx,
  ctx: RequestContext,
  { userId, sessionId, keeps }: EndOfAccess,
): Promise<void> {
  const endOf = (kind: AccessKind) => (keeps.includes(kind) ? 'kept' : 'ended');
  const outcome: NoticeParams['password_changed'] = {
    sessions: endOf('sessions'),
    tokens: endOf('tokens'),
    applications: endOf('applications'),
  };
  await endLinks(tx, userId);
  if (outcome.sessions === 'ended') {
    await endSessions(tx, ctx, userId, sessionId);
    await endInteractions(tx, userId);
    await endCreated(tx, ctx, { sessionsOf: userId });
  }
  const keys = outcome.tokens === 'ended' ? await endCredentials(tx, ctx, userId) : 0;
  const appGrants = outcome.applications === 'ended' ? await revokeAppGrants(tx, ctx, userId) : 0;
  await audit(tx, ctx, {
    action: 'user.password_changed',
    targetKind: 'user',
    targetId: userId,
    data: { ...outcome },
  });
  await bumpAccess(tx, userId, [
    'account',
    ...(keys > 0 ? (['credentials'] as const) : []),
    ...(appGrants > 0 ? (['applications'] as const) : []),
  ]);
  await notify(tx, ctx, { userIds: [userId], template: 'password_changed', params: outcome });
}
