import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { nameOfFactors } from '../sessions/factors.js';
import { guardedGuess } from './guarded-guess.js';
import { checkPassword, hashPassword } from './password.js';

/** The input of the sign-in form. */
export interface SignIn {
  /** A username or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

/** An account whose password was verified. */
export interface ProvenAccount {
  readonly userId: string;
  readonly username: string;
  /** Whether the sign-in also needs a code. */
  readonly hasTotp: boolean;
  /** Fingerprint of the verified factors. `startSession` compares it with the current ones. */
  readonly provenBy: string;
}

/**
 * Returns the account for a login name and a password, or null if they do not match. Every failure
 * takes the same amount of work. Computes the hash again if its cost parameters are outdated.
 * Throws `rate_limited` after too many wrong guesses. Throws `account_blocked` only if the password
 * is right.
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
    select: { id: true, username: true, state: true, passwordHash: true, totpSecret: true },
  });
  const userId = user?.id ?? null;
  const guess = { purpose: 'password', account: userId ?? name, userId } as const;
  return guardedGuess(ctx, guess, async () => {
    const kept = user?.passwordHash ?? null;
    const { isRight, isStale } = await checkPassword(password, kept);
    if (!user || !isRight) return null;
    if (user.state !== 'active') throw problem('account_blocked');
    const { id, username, totpSecret } = user;
    const passwordHash = isStale ? await renewHash(ctx, id, { kept, password }) : kept;
    const provenBy = nameOfFactors(ctx.platform, { id, passwordHash, totpSecret });
    return { userId: id, username, hasTotp: totpSecret !== null, provenBy };
  });
}

/** Stores a hash with the current cost. Returns the hash that the password was verified against. */
async function renewHash(
  ctx: RequestContext,
  id: string,
  { kept, password }: { kept: string | null; password: string },
): Promise<string | null> {
  const { db } = ctx.platform;
  const passwordHash = await hashPassword(password);
  const { count } = await db.user.updateMany({
    where: { id, passwordHash: kept },
    data: { passwordHash },
  });
  if (count === 1) return passwordHash;
  // The password was changed, or a concurrent sign-in has already stored a new hash.
  const now = await db.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } });
  const { isRight } = await checkPassword(password, now.passwordHash);
  return isRight ? now.passwordHash : kept;
}
