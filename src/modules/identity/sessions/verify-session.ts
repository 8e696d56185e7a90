import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { problem } from '../../../registry/errors.js';
import { SESSION_SCOPES } from '../../../registry/scopes.js';
import { requireSession, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import type { UserViewer } from '../../../request/viewer.js';
import { hashesOf, hashOf, makeToken, type StartedSession } from './start-session.js';

/**
 * Returns the viewer of a session cookie, with one indexed read. Notes the use in memory; a use
 * does not extend the session. A session has all rights of its user, because it is not delegated to
 * a third party. Returns null for an unknown, expired or ended session: the browser can sign in
 * again. The viewer has no scopes if the user requested the deletion of the account, so that the
 * session can only cancel it. Throws `account_blocked` for any session of a blocked account.
 */
export async function verifySession(platform: Platform, token: string): Promise<UserViewer | null> {
  const { keys } = platform;
  // Another process may have started the session under a newer key.
  const row =
    (await read(platform, token)) ?? (keys.refresh() ? await read(platform, token) : null);
  if (!row) return null;
  if (row.user.state !== 'active') throw problem('account_blocked');
  if (row.revokedAt || row.expiresAt <= platform.clock.now()) return null;
  platform.lastUses.note(row.id);
  const { deletionDueAt } = row.user;
  return {
    kind: 'user',
    actor: `user:${row.user.id}`,
    userId: row.user.id,
    username: row.user.username,
    role: row.user.role,
    ...(deletionDueAt ? { deletionDueAt } : {}),
    credential: {
      kind: 'session',
      id: row.id,
      clientId: null,
      scopes: deletionDueAt ? [] : SESSION_SCOPES,
      modIds: null,
      expiresAt: row.expiresAt,
      aal2At: row.aal2At,
    },
  };
}

function read({ db, keys }: Platform, token: string) {
  return db.webSession.findFirst({
    where: { tokenHash: { in: hashesOf(keys, token) } },
    include: {
      user: { select: { id: true, username: true, role: true, state: true, deletionDueAt: true } },
    },
  });
}

/** Whether a session has neither ended nor expired. The account may be blocked. */
export async function isLiveSession({ db, clock }: Platform, id: string): Promise<boolean> {
  const where = { id, revokedAt: null, expiresAt: { gt: clock.now() } };
  return (await db.webSession.count({ where })) > 0;
}

/**
 * Records that the viewer has verified a second factor (AAL2), with an audit line, and gives the
 * session a new token. A thief of the old token thus does not gain AAL2. Throws `unauthorized` without
 * a session, or if it has ended in the meantime.
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

/**
 * Gives the current session a new token, in the transaction of a security-relevant change. Writes
 * no audit line. A stolen old token then stops working. Throws the errors of `requireSession`, and
 * `unauthorized` if the session has ended in the meantime.
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
