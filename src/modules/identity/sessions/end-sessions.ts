import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';

/** Ends the current browser session, with an audit line. Does nothing without a live one. */
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

/**
 * Ends all browser sessions of a user, except one if given, and writes one audit line if any ended.
 * Call it in the transaction of the cause, such as a new password or a blocked account.
 */
export async function endSessions(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
  exceptId?: string,
): Promise<void> {
  const now = ctx.platform.clock.now();
  const { count } = await tx.webSession.updateMany({
    where: {
      userId,
      revokedAt: null,
      expiresAt: { gt: now },
      ...(exceptId === undefined ? {} : { id: { not: exceptId } }),
    },
    data: { revokedAt: now },
  });
  if (count === 0) return;
  await audit(tx, ctx, {
    action: 'sessions.ended',
    targetKind: 'user',
    targetId: userId,
    data: { count },
  });
}

/**
 * Ends all browser sessions of the viewer except the current one, like `endSessions`. Throws
 * `unauthorized`, and `forbidden` for a token or key.
 */
export async function endOtherSessions(ctx: RequestContext): Promise<void> {
  const { userId, credential } = requireSession(ctx);
  await transact(ctx, (tx) => endSessions(tx, ctx, userId, credential.id));
}

/**
 * Ends one browser session of the viewer, with an audit line. Throws `unauthorized`, `forbidden`
 * for a token or key, and `not_found`, also for a session that has ended.
 */
export async function endOwnSession(ctx: RequestContext, id: string): Promise<void> {
  const { userId } = requireSession(ctx);
  if (!isId(id)) throw problem('not_found');
  const now = ctx.platform.clock.now();
  await transact(ctx, async (tx) => {
    const { count } = await tx.webSession.updateMany({
      where: { id, userId, revokedAt: null, expiresAt: { gt: now } },
      data: { revokedAt: now },
    });
    if (count === 0) throw problem('not_found');
    await audit(tx, ctx, { action: 'session.ended', targetKind: 'session', targetId: id });
  });
}

/**
 * Ends the oldest sessions of a user beyond the limit, in the transaction that starts a new one,
 * with one audit line if any ended. Deletes the rows of ended sessions, so that repeated sign-ins
 * do not fill the table; the audit log still has them. The caller locks the account's row, so that
 * two concurrent sign-ins see each other.
 */
export async function endOldest(tx: Tx, ctx: RequestContext, userId: string): Promise<void> {
  const now = ctx.platform.clock.now();
  const beyond = await tx.webSession.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: LIMITS.webSessionsPerUser,
    select: { id: true },
  });
  const isOver = [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }];
  await tx.webSession.deleteMany({
    where: { userId, OR: [...isOver, { id: { in: beyond.map(({ id }) => id) } }] },
  });
  if (beyond.length === 0) return;
  await audit(tx, ctx, {
    action: 'sessions.ended',
    targetKind: 'user',
    targetId: userId,
    data: { count: beyond.length },
  });
}
