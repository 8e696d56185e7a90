import { isModerator, type PlatformRole } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { holdCaller } from '../../../request/hold-caller.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { notify } from '../notices/notify.js';
import { endSessions } from '../sessions/end-sessions.js';
import { isSameSecret, totpPlace } from '../sessions/factors.js';
import { bumpAccess } from './bump-access.js';
import { staffEnrolment } from './may-enrol.js';
import { newTotp, type TotpEnrolment } from './totp.js';

/**
 * Replaces the second factor of an account and ends its sessions. For operators, after they have
 * verified the owner's identity. Throws `user_not_found`.
 */
export async function enrolTotp(ctx: RequestContext, username: string): Promise<TotpEnrolment> {
  const { db } = ctx.platform;
  const user = await db.user.findUnique({ where: { username }, select: { id: true } });
  if (!user) throw problem('user_not_found');
  const enrolment = newTotp(ctx.platform, username);
  await keepTotp(ctx, { userId: user.id, secret: enrolment.secret, usedStep: null });
  return enrolment;
}

/** A second factor to store. */
export interface NewFactor {
  readonly userId: string;
  readonly secret: string;
  /** Codes of this step and of earlier steps are rejected. */
  readonly usedStep: number | null;
  /** The sealed secret to replace, or null for none. If undefined, replaces any secret. */
  readonly replaces?: Uint8Array<ArrayBuffer> | null;
  /** The session to keep. All other sessions of the account end. */
  readonly sessionId?: string;
}

/**
 * Stores a sealed second factor and mails the user. Returns false if the current secret is not the
 * one to replace, so only one of two concurrent requests succeeds. Throws `unauthorized` if the
 * caller's session has ended, and `forbidden` for a first second factor of staff in a session.
 */
export async function keepTotp(
  ctx: RequestContext,
  { userId, secret, usedStep, replaces, sessionId }: NewFactor,
): Promise<boolean> {
  const { vault, clock } = ctx.platform;
  return transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
    const [locked] = await tx.$queryRaw<{ sealed: Uint8Array | null; role: PlatformRole }[]>`
      select totp_secret as sealed, role::text from users where id = ${userId}::uuid for no key update`;
    const isExpected =
      replaces === undefined || isSameSecret(vault, userId, locked?.sealed ?? null, replaces);
    if (!locked || !isExpected) return false;
    // Reads the role under the lock: an operator may have changed it in the meantime.
    const isByOwner = sessionId !== undefined;
    if (isByOwner && !locked.sealed && isModerator(locked.role)) throw staffEnrolment();
    await tx.user.update({
      where: { id: userId },
      data: {
        totpSecret: vault.seal(totpPlace(userId), secret),
        totpLastStep: usedStep,
        revision: { increment: 1 },
        updatedAt: clock.now(),
      },
    });
    await endSessions(tx, ctx, userId, sessionId);
    await audit(tx, ctx, { action: 'user.totp_enrolled', targetKind: 'user', targetId: userId });
    await bumpAccess(tx, userId, ['account']);
    const change = locked.sealed ? 'replaced' : 'added';
    await notify(tx, ctx, {
      userIds: [userId],
      template: 'second_factor_changed',
      params: { change },
    });
    return true;
  });
}
