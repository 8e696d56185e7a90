import { isModerator, type PlatformRole } from '../../registry/access.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { holdCaller } from '../../request/hold-caller.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { notify } from '../notices/index.js';
import { endSessions, isSameSecret, totpPlace } from '../sessions/index.js';
import { bumpAccess } from './bump-access.js';
import { staffEnrolment } from './may-enrol.js';
import { newTotp, type TotpEnrolment } from './totp.js';

/**
 * Gives an account a new second factor, in place of any other, and ends its sessions; for operators,
 * who have asked its owner who they are. Throws `user_not_found`.
 */
export async function enrolTotp(ctx: RequestContext, username: string): Promise<TotpEnrolment> {
  const { db } = ctx.platform;
  const user = await db.user.findUnique({ where: { username }, select: { id: true } });
  if (!user) throw problem('user_not_found');
  const enrolment = newTotp(ctx.platform, username);
  await keepTotp(ctx, { userId: user.id, secret: enrolment.secret, usedStep: null });
  return enrolment;
}

/** A second factor that an account is to have. */
export interface NewFactor {
  readonly userId: string;
  readonly secret: string;
  /** Codes up to this step are not taken any more. */
  readonly usedStep: number | null;
  /** The sealed secret that it comes in place of, null for none; left out, whatever is there. */
  readonly replaces?: Uint8Array<ArrayBuffer> | null;
  /** The session that goes on; all others of the account end. */
  readonly sessionId?: string;
}

/**
 * Keeps the secret of a second factor, sealed. False where the account has another one by now than
 * the one to replace; of two at once one is kept. The user gets a mail. Throws `unauthorized` if
 * the session that asks ended meanwhile, `forbidden` for a first second factor of staff in a session.
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
    // Read under the lock: an operator may have given the role meanwhile.
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
