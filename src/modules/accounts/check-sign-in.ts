import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { nameOfFactors } from '../sessions/index.js';
import { guardedGuess } from './guarded-guess.js';
import { checkPassword, hashPassword } from './password.js';

/** What somebody typed to sign in. */
export interface SignIn {
  /** A username or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

/** An account whose password was given. */
export interface ProvenAccount {
  readonly userId: string;
  readonly username: string;
  /** Whether it wants a code as well. */
  readonly hasTotp: boolean;
  /** The name of its factors as they were checked, for `startSession` to compare. */
  readonly provenBy: string;
}

/**
 * The account that a name and a password belong to; null where they do not, whatever is wrong with
 * them, and after the same work. A hash that was made at another cost is made anew.
 * Throws `rate_limited` after too many wrong guesses, and `account_blocked`, to its owner alone.
 */
export async function checkSignIn(
  ctx: RequestContext,
  { login, password }: SignIn,
): Promise<ProvenAccount | null> {
  // As it is looked up, so it is counted: else the counts would tell whether there is an account.
  const typed = login.trim();
  // A username has no @.
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

/** Makes a hash anew at the present cost; answers the one that the password was given for. */
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
  // Changed meanwhile, or made anew by another sign-in with the same password.
  const now = await db.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } });
  const { isRight } = await checkPassword(password, now.passwordHash);
  return isRight ? now.passwordHash : kept;
}
