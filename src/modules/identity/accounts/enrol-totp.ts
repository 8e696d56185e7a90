import type { Tx } from '../../../platform/database/connect.js';
import { isModerator, type PlatformRole } from '../../../registry/access.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
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
import { confirmPassword } from './check-sign-in.js';
import { guardedGuess } from './guarded-guess.js';
import { enrolmentOf, generateTotp, stepOfCode, type TotpEnrolment } from './totp.js';

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
    log: 'an operator enrols the second factor of a staff account',
    detail: {
      en: 'Only an operator sets up the first second factor of a staff account; ask the operator to run user totp.',
      ru: 'Первый второй фактор аккаунта сотрудника настраивает только оператор; попросите его выполнить user totp.',
      de: 'Den ersten zweiten Faktor eines Teamkontos richtet nur ein Betreiber ein; bitten Sie ihn, user totp auszuführen.',
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
}

/**
 * Seals and stores a second factor, ends the former recovery codes and mails the user. Returns the
 * new recovery codes; none for an operator, as the user makes them. Returns null for a deleted
 * account, and if another request has stored a factor first: the secret differs or a step-up is
 * missing. Throws `unauthorized` if the caller's session has ended, and `forbidden` for a first
 * second factor of staff in a session.
 */
async function storeTotp(
  ctx: RequestContext,
  { userId, secret, usedStep, replaces, sessionId }: NewFactor,
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
    const codes = isByOwner ? await replaceRecoveryCodes(tx, ctx, userId) : [];
    if (!isByOwner) await endOtherFactors(tx, userId);
    await endSessions(tx, ctx, userId, sessionId);
    await audit(tx, ctx, { action: 'user.totp_enrolled', targetKind: 'user', targetId: userId });
    await bumpAccess(tx, userId, ['account']);
    const change = isProtectedNow ? 'replaced' : 'added';
    await notify(tx, ctx, {
      userIds: [userId],
      template: 'second_factor_changed',
      params: { change },
    });
    return codes;
  });
}

async function endOtherFactors(tx: Tx, userId: string): Promise<void> {
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
}

/** A second factor that becomes active with its first valid code. */
export interface OfferedTotp extends TotpEnrolment {
  /** The secret, encrypted for this account. The form returns it with the code. */
  readonly sealed: string;
}

/**
 * Offers the viewer a new second factor after a password check. A viewer who already has one needs
 * a step-up first. Stores nothing until `confirmTotp`. Returns null for a wrong password. Throws
 * `unauthorized`, `step_up_required`, `forbidden` for staff without a second factor, and the errors
 * of `checkSignIn`.
 */
export async function offerTotp(
  ctx: RequestContext,
  password: string,
): Promise<OfferedTotp | null> {
  const { userId, username } = requireUser(ctx);
  await requireEnrolment(ctx);
  if (!(await confirmPassword(ctx, password))) return null;
  const { vault, clock } = ctx.platform;
  const offer = generateTotp(ctx.platform, username);
  const ends = clock.now().getTime() + LIMITS.totpEnrolmentSeconds * 1000;
  const sealed = vault.seal(placeOf(userId), JSON.stringify({ secret: offer.secret, ends }));
  return { ...offer, sealed: Buffer.from(sealed).toString('base64url') };
}

/** Decrypts an offer to the viewer. Throws `invalid_input` if it is invalid or expired. */
export function readOffer(ctx: RequestContext, sealed: string): OfferedTotp {
  const { userId, username } = requireUser(ctx);
  const { secret, ends } = open(ctx, userId, sealed);
  if (ends <= ctx.platform.clock.now().getTime()) throw offerExpired();
  return { ...enrolmentOf(ctx.platform, username, secret), sealed };
}

function open(ctx: RequestContext, userId: string, sealed: string) {
  try {
    const bytes = ctx.platform.vault.open(placeOf(userId), Buffer.from(sealed, 'base64url'));
    const { secret, ends }: { secret: string; ends: number } = JSON.parse(bytes.toString('utf8'));
    return { secret, ends };
  } catch (cause) {
    throw offerExpired(cause);
  }
}

function placeOf(userId: string): string {
  return `totp offered to ${userId}`;
}

/**
 * Activates an offered second factor after a valid code from the viewer's authenticator. Ends all
 * other browser sessions and the former recovery codes, and mails the user. Passkeys stay. Returns
 * the new recovery codes, or null for a wrong code. Returns none and changes nothing if it is
 * active already, as after a reload: the user may be writing its codes down. Throws `unauthorized`,
 * `rate_limited`, `forbidden` for a first second factor of staff, and `step_up_required`, also if
 * another second factor was set up in the meantime.
 */
export async function confirmTotp(
  ctx: RequestContext,
  { secret }: OfferedTotp,
  code: string,
): Promise<readonly string[] | null> {
  const { userId, credential } = requireUser(ctx);
  const { totpSecret: replaces } = await ctx.platform.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { totpSecret: true },
  });
  const { vault } = ctx.platform;
  if (isSameSecret(vault, userId, replaces, vault.seal(totpPlace(userId), secret))) return [];
  await requireEnrolment(ctx);
  const guess = { purpose: 'totp', account: userId, userId } as const;
  const usedStep = await guardedGuess(ctx, guess, async () =>
    stepOfCode(ctx.platform, secret, code),
  );
  if (usedStep === null) return null;
  const factor = { userId, secret, usedStep, replaces, sessionId: credential.id };
  const codes = await storeTotp(ctx, factor);
  if (!codes) throw problem('step_up_required');
  return codes;
}

function offerExpired(cause?: unknown): RegisteredError {
  return problem('invalid_input', {
    cause,
    detail: {
      en: 'The offered second factor has expired or belongs to another account; start its setup again.',
      ru: 'Предложенный второй фактор устарел или относится к другому аккаунту; начните настройку заново.',
      de: 'Der angebotene zweite Faktor ist abgelaufen oder gehört zu einem anderen Konto; beginnen Sie die Einrichtung erneut.',
    },
  });
}
