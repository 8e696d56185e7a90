import type { Tx } from '../../../platform/database/connect.js';
import { isModerator, type PlatformRole } from '../../../registry/access.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import {
  hasSteppedUp,
  lockCaller,
  requireStepUp,
  requireUser,
} from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { notify } from '../notices/notify.js';
import { isProtected, readOwnFactors, readSecondFactors } from '../second-factors/own-factors.js';
import { replaceRecoveryCodes } from '../second-factors/recovery-codes.js';
import { endSessions } from '../sessions/end-sessions.js';
import { isSameSecret, totpPlace } from '../sessions/factors.js';
import { bumpAccess, userIdOf } from './change-user.js';
import { generateTotp, type TotpEnrolment } from './totp.js';

/**
 * Whether the viewer may set up a first second factor without an operator. Staff may not: with a
 * stolen password an attacker could enrol a factor and gain the rights of the role. The owner of a
 * second factor may replace it. Throws `unauthorized`.
 */
export async function mayEnrol(ctx: RequestContext): Promise<boolean> {
  return !isModerator(requireUser(ctx).role) || isProtected(await readOwnFactors(ctx));
}

/**
 * Checks that the viewer may set up a second factor now. Throws `unauthorized`, `forbidden` if an
 * operator has to enrol the viewer, and `step_up_required` before a replacement.
 */
export async function requireEnrolment(ctx: RequestContext): Promise<void> {
  if (isProtected(await readOwnFactors(ctx))) requireStepUp(ctx);
  else if (isModerator(requireUser(ctx).role)) throw staffEnrolment();
}

/** Returns the error for a first second factor that only an operator may enrol. */
export function staffEnrolment(): RegisteredError {
  return problem('forbidden', {
    log: 'only an operator enrols the second factor of a staff account',
    detail: {
      en: 'Only an operator can set up a second factor for a staff account the first time; ask an operator to run user totp.',
      ru: 'Второй фактор аккаунта с правами сотрудника в первый раз настраивает только оператор; попросите его выполнить user totp.',
      de: 'Den zweiten Faktor eines Kontos mit Mitarbeiterrechten richtet zum ersten Mal nur ein Betreiber ein; bitten Sie ihn, user totp auszuführen.',
    },
  });
}

/**
 * Sets or replaces the second factor of an account and ends its sessions. The new one is active at
 * once, without a first code. Removes the passkeys and recovery codes, which are lost or in the
 * wrong hands. Mails the user. For operators, after they have verified the owner's identity. Throws
 * `user_not_found`.
 */
export async function enrolTotp(ctx: RequestContext, username: string): Promise<TotpEnrolment> {
  const userId = await userIdOf(ctx, username);
  const enrolment = generateTotp(ctx.platform, username);
  const stored = await storeTotp(ctx, { userId, secret: enrolment.secret, usedStep: null });
  if (!stored) throw problem('user_not_found');
  return enrolment;
}

/** A second factor to store. */
interface NewFactor {
  readonly userId: string;
  readonly secret: string;
  /** Codes of this step and of earlier steps are rejected. Null before the first code. */
  readonly usedStep: number | null;
  /** The sealed secret to replace, or null for none. If undefined, replaces any secret. */
  readonly replaces?: Uint8Array<ArrayBuffer> | null;
  /** The session to keep; all others end. Undefined for an operator, who keeps none. */
  readonly sessionId?: string;
  /** The seed of the recovery codes. If undefined, a random one. */
  readonly codeSeed?: Uint8Array;
}

/**
 * Seals and stores a second factor, ends the former recovery codes and mails the user. Returns the
 * new recovery codes; an empty list for an operator, because the user makes them later. Returns
 * null for a deleted account. Also returns null if another request stored a factor first, so that
 * the secret is not `replaces` or a step-up is missing. Throws the errors of `lockCaller`, for
 * example if the caller's session has ended, and `forbidden` for a first second factor of staff in a
 * session.
 */
export async function storeTotp(
  ctx: RequestContext,
  { userId, secret, usedStep, replaces, sessionId, codeSeed }: NewFactor,
): Promise<readonly string[] | null> {
  const { vault, clock } = ctx.platform;
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    const [locked] = await tx.$queryRaw<{ sealed: Uint8Array | null; role: PlatformRole }[]>`
      select totp_secret as sealed, role::text from users
      where id = ${userId}::uuid and state <> 'deleted' for no key update`;
    const isExpected =
      replaces === undefined || isSameSecret(vault, userId, locked?.sealed ?? null, replaces);
    if (!locked || !isExpected) return null;
    // Reads the role under the lock: an operator may have changed it in the meantime.
    const isByOwner = sessionId !== undefined;
    const isProtectedNow = isProtected(await readSecondFactors(tx, userId));
    if (isByOwner && isProtectedNow && !hasSteppedUp(ctx)) return null;
    if (isByOwner && !isProtectedNow && isModerator(locked.role)) throw staffEnrolment();
    await tx.user.update({
      where: { id: userId },
      data: {
        totpSecret: vault.seal(totpPlace(userId), secret),
        totpLastStep: usedStep,
        revision: { increment: 1 },
        updatedAt: clock.now(),
      },
    });
    const codes = isByOwner ? await replaceRecoveryCodes(tx, ctx, userId, codeSeed) : [];
    if (!isByOwner) await endOtherFactors(tx, userId);
    await endSessions(tx, ctx, userId, sessionId);
    await announceEnrolment(tx, ctx, userId, isProtectedNow ? 'replaced' : 'added');
    return codes;
  });
}

/** Writes the audit line, raises the access revision and mails the user. */
async function announceEnrolment(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
  change: 'added' | 'replaced',
): Promise<void> {
  await audit(tx, ctx, { action: 'user.totp_enrolled', targetKind: 'user', targetId: userId });
  await bumpAccess(tx, userId, ['account']);
  const template = 'second_factor_changed';
  await notify(tx, ctx, { userIds: [userId], template, params: { change } });
}

async function endOtherFactors(tx: Tx, userId: string): Promise<void> {
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
}
