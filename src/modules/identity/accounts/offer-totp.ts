import { problem, RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireStepUp, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { makeCodeSeed, presentCodesOf } from '../second-factors/recovery-codes.js';
import { openOffer, sealOffer } from '../second-factors/sealed-offer.js';
import { isSameSecret, totpPlace } from '../sessions/factors.js';
import { confirmPassword } from './check-sign-in.js';
import { requireEnrolment, storeTotp } from './enrol-totp.js';
import { guardedGuess } from './guarded-guess.js';
import { enrolmentOf, generateTotp, stepOfCode, type TotpEnrolment } from './totp.js';

/** A second factor that becomes active with its first valid code. */
export interface OfferedTotp extends TotpEnrolment {
  /** The offer, encrypted for this account. The form sends it back with the code. */
  readonly sealed: string;
  /** The seed of the recovery codes that come with it. Part of `sealed`. */
  readonly codeSeed: Uint8Array;
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
  const codeSeed = makeCodeSeed();
  const codes = Buffer.from(codeSeed).toString('base64url');
  const content: SealedTotp = { secret: offer.secret, ends, codes };
  return { ...offer, sealed: sealOffer(vault, placeOf(userId), content), codeSeed };
}

/**
 * Decrypts an offer to the viewer. Throws `unauthorized`, and `invalid_input` if it is invalid or
 * expired.
 */
export function readOffer(ctx: RequestContext, sealed: string): OfferedTotp {
  const { userId, username } = requireUser(ctx);
  const { secret, ends, codes } = open(ctx, userId, sealed);
  if (ends <= ctx.platform.clock.now().getTime()) throw offerExpired();
  // A process of the release before this one makes offers without a seed.
  const codeSeed = codes === undefined ? makeCodeSeed() : Buffer.from(codes, 'base64url');
  return { ...enrolmentOf(ctx.platform, username, secret), sealed, codeSeed };
}

/** The content of a sealed offer. */
interface SealedTotp {
  readonly secret: string;
  /** The end of the time in which it can be confirmed, in milliseconds since 1970. */
  readonly ends: number;
  /**
   * The seed of the recovery codes, in base64url. Offers of the release before this one have none.
   */
  readonly codes?: string;
}

function open(ctx: RequestContext, userId: string, sealed: string): SealedTotp {
  try {
    return openOffer<SealedTotp>(ctx.platform.vault, placeOf(userId), sealed);
  } catch (cause) {
    throw offerExpired(cause);
  }
}

function placeOf(userId: string): string {
  return `totp offered to ${userId}`;
}

/** A second factor that is active. */
interface ConfirmedTotp {
  /** Its recovery codes; empty if others replaced them. */
  readonly codes: readonly string[];
  /** Whether the request had a valid code, so that it may raise the session. */
  readonly isProved: boolean;
}

/**
 * Activates an offered second factor after a valid code from the viewer's authenticator. Ends all
 * other browser sessions and the former recovery codes, and mails the user. Passkeys stay. Returns
 * null for a wrong code. Changes nothing if it is active already, as after a double click or a
 * reload, and returns the same codes. Throws `unauthorized`, `rate_limited`, `forbidden` for a first
 * second factor of staff, and `step_up_required`, also if another second factor was set up in the
 * meantime.
 */
export async function confirmTotp(
  ctx: RequestContext,
  offer: OfferedTotp,
  code: string,
): Promise<ConfirmedTotp | null> {
  const active = await confirmedBefore(ctx, offer, code);
  if (active) return active;
  try {
    const codes = await activate(ctx, offer, code);
    return codes && { codes, isProved: true };
  } catch (error) {
    // Another request of the same form may have activated it in the meantime.
    const isLater = error instanceof RegisteredError && error.code === 'step_up_required';
    const activeNow = isLater ? await confirmedBefore(ctx, offer, code) : null;
    if (activeNow) return activeNow;
    throw error;
  }
}

/**
 * Returns the second factor of an offer if it is active, else null. Throws `step_up_required` if
 * neither the code nor the session proves it. A wrong code counts as no guess, because the page of
 * the offer shows the secret.
 */
async function confirmedBefore(
  ctx: RequestContext,
  { secret, codeSeed: seed }: OfferedTotp,
  code: string,
): Promise<ConfirmedTotp | null> {
  const { userId } = requireUser(ctx);
  const { db, vault } = ctx.platform;
  const offered = vault.seal(totpPlace(userId), secret);
  if (!isSameSecret(vault, userId, await totpSecretOf(ctx), offered)) return null;
  const isProved = stepOfCode(ctx.platform, secret, code) !== null;
  if (!isProved) requireStepUp(ctx);
  const codes = (await presentCodesOf(db, ctx.platform, { userId, seed })) ?? [];
  return { codes, isProved };
}

async function totpSecretOf(ctx: RequestContext) {
  const { totpSecret } = await ctx.platform.db.user.findUniqueOrThrow({
    where: { id: requireUser(ctx).userId },
    select: { totpSecret: true },
  });
  return totpSecret;
}

async function activate(
  ctx: RequestContext,
  { secret, codeSeed }: OfferedTotp,
  code: string,
): Promise<readonly string[] | null> {
  const { userId, credential } = requireUser(ctx);
  const replaces = await totpSecretOf(ctx);
  await requireEnrolment(ctx);
  const guess = { purpose: 'totp', account: userId, userId } as const;
  const usedStep = await guardedGuess(ctx, guess, async () =>
    stepOfCode(ctx.platform, secret, code),
  );
  if (usedStep === null) return null;
  const factor = { userId, secret, usedStep, replaces, sessionId: credential.id, codeSeed };
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
