import { macOfText } from '../../../platform/keys.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { UUID_PATTERN } from '../../../registry/patterns.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { FACTOR_COLUMNS, fingerprintOfFactors } from '../sessions/factors.js';
import { guardedGuess } from './guarded-guess.js';
import { checkPassword, hashPassword } from './password.js';

/** The input of the sign-in form. */
interface SignIn {
  /** A username or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

/** An account whose password was verified. */
interface ProvenAccount {
  readonly userId: string;
  readonly username: string;
  /** Whether the sign-in also needs a second factor. */
  readonly needsFactor: boolean;
  /**
   * Fingerprint of the verified password and of the second factors that the account had then.
   * `startSession` compares it with the current ones.
   */
  readonly factorsFingerprint: string;
}

/**
 * Returns the account for a login name and a password, or null if they do not match. The work for
 * an unknown name is the same as for a wrong password. Computes and stores the hash again if its
 * cost parameters are outdated. Counts as a guess (`guardedGuess`). Throws `rate_limited` after too
 * many wrong guesses, and `service_unavailable` if too many passwords are being hashed. Throws
 * `account_blocked` only if the password is right.
 */
export async function checkSignIn(
  ctx: RequestContext,
  { login, password }: SignIn,
): Promise<ProvenAccount | null> {
  // The counters use the same form as the lookup. Otherwise they would reveal whether an account
  // exists.
  const typed = login.trim();
  // A username never contains an @.
  const isEmail = typed.includes('@');
  const name = isEmail ? typed.toLowerCase() : typed;
  const user = await ctx.platform.db.user.findUnique({
    where: isEmail ? { email: name } : { username: name },
    select: { ...FACTOR_COLUMNS, username: true, state: true },
  });
  const userId = user?.id ?? null;
  const guess = { purpose: 'password', account: userId ?? name, userId } as const;
  return guardedGuess(ctx, guess, async () => {
    const kept = user?.passwordHash ?? null;
    const { isRight, isStale } = await checkPassword(password, kept, ctx.platform.passwordCost);
    if (!user || !isRight) return null;
    if (user.state !== 'active') throw problem('account_blocked');
    const { id, username, totpSecret, passkeys } = user;
    const passwordHash = isStale ? await renewHash(ctx, id, { kept, password }) : kept;
    const factorsFingerprint = fingerprintOfFactors(ctx.platform, { ...user, passwordHash });
    const needsFactor = totpSecret !== null || passkeys.length > 0;
    return { userId: id, username, needsFactor, factorsFingerprint };
  });
}

/**
 * Stores a hash with the current cost. Returns the account's hash that matches the password: the
 * new one, or one of a concurrent sign-in. Returns `kept` if the password was changed.
 */
async function renewHash(
  ctx: RequestContext,
  id: string,
  { kept, password }: { kept: string | null; password: string },
): Promise<string | null> {
  const { db, passwordCost } = ctx.platform;
  const passwordHash = await hashPassword(password, passwordCost);
  const { count } = await db.user.updateMany({
    where: { id, passwordHash: kept },
    data: { passwordHash },
  });
  if (count === 1) return passwordHash;
  // The password was changed, or a concurrent sign-in has already stored a new hash.
  const now = await db.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } });
  const { isRight } = await checkPassword(password, now.passwordHash, passwordCost);
  return isRight ? now.passwordHash : kept;
}

/**
 * Returns the viewer's account if the password is right, else null. Throws `unauthorized`, and the
 * errors of `checkSignIn`.
 */
export function confirmPassword(
  ctx: RequestContext,
  password: string,
): Promise<ProvenAccount | null> {
  const { username } = requireUser(ctx);
  return checkSignIn(ctx, { login: username, password });
}

/** `<user id>.<expiry in milliseconds>.<MAC>` */
const FORM = new RegExp(`^(${UUID_PATTERN})\\.(\\d{13})\\.([\\w-]{43})$`);

/** The user who passed the password step, and the fingerprint of the factors at that time. */
export type PendingSignIn = Pick<ProvenAccount, 'userId' | 'factorsFingerprint'>;

/**
 * Returns the cookie between the password step and the code step, valid for
 * `LIMITS.secondFactorSeconds`. It holds the user, the expiry and a MAC. Without the code it gives
 * no access.
 */
export function makePendingSignIn(ctx: RequestContext, pending: PendingSignIn): string {
  const ends = ctx.platform.clock.now().getTime() + LIMITS.secondFactorSeconds * 1000;
  const mac = ctx.platform.keys.mac('sign-ins', signedTextOf(pending, ends)).toString('base64url');
  return `${pending.userId}.${ends}.${mac}`;
}

/**
 * Returns the user who passed the password step, or null. Null if the cookie was altered or has
 * expired, if the password or the second factor was changed, or if the account is blocked.
 */
export async function readPendingSignIn(
  ctx: RequestContext,
  text: string,
): Promise<PendingSignIn | null> {
  const [, userId = '', ends = '', mac = ''] = FORM.exec(text) ?? [];
  if (Number(ends) <= ctx.platform.clock.now().getTime()) return null;
  const user = await ctx.platform.db.user.findUnique({
    where: { id: userId },
    select: { ...FACTOR_COLUMNS, state: true },
  });
  if (user?.state !== 'active') return null;
  const pending = { userId, factorsFingerprint: fingerprintOfFactors(ctx.platform, user) };
  const signedText = signedTextOf(pending, Number(ends));
  return ctx.platform.keys.verify('sign-ins', signedText, macOfText(mac)) ? pending : null;
}

function signedTextOf({ userId, factorsFingerprint }: PendingSignIn, ends: number): string {
  return JSON.stringify(['pending sign-in', userId, ends, factorsFingerprint]);
}
