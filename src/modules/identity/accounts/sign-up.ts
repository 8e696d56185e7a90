import { isUniqueViolation } from '../../../platform/database/failures.js';
import type { Locale } from '../../../registry/error-texts.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { addressOf } from '../account-links/addresses.js';
import { createLink } from '../account-links/link.js';
import { countMailRequest } from './count-attempts.js';
import { hashPassword } from './password.js';
import { type PasswordFault, passwordFault } from './password-policy.js';
import { isReservedUsername, newUsername, skeletonOf } from './usernames.js';

/** The input of the sign-up form. */
interface SignUp {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** The language of the mails to the account. */
  readonly locale: Locale;
}

/**
 * The faults of a sign-up by field; a field without a fault is missing. `form`: the text has a
 * wrong form. `taken`: see `signUp`.
 */
export interface SignUpFaults {
  readonly username?: 'form' | 'taken';
  readonly email?: 'form';
  readonly password?: PasswordFault;
}

const CLOSED: TextForPeople = {
  en: 'Only operators create accounts here; ask them for one.',
  ru: 'Аккаунты здесь создают только операторы; попросите их об аккаунте.',
  de: 'Konten legen hier nur die Betreiber an; bitten Sie die Betreiber um eines.',
};

/**
 * Creates an account for a visitor, and requests the mail that verifies its address. Returns the
 * faults of the fields, or null. A username is `taken` if it is reserved, if any account ever had
 * it, or if it looks like such a name (`skeletonOf`).
 *
 * The account has no address until the link is used. So several accounts may claim one. The work
 * and the result are the same for an address that an account already has: the owner of that account
 * gets a notice. Throws `forbidden` if the operator closed the sign-up, `rate_limited`, and
 * `service_unavailable`.
 */
export async function signUp(ctx: RequestContext, given: SignUp): Promise<SignUpFaults | null> {
  if (ctx.platform.config.signUp === 'closed') throw problem('forbidden', { detail: CLOSED });
  const { username, password, locale } = given;
  const address = addressOf(given.email);
  const nameFault = await usernameFault(ctx, username);
  const wrongPassword = await passwordFault(password, username);
  if (nameFault !== null || address === null || wrongPassword !== null) {
    return {
      ...(nameFault === null ? {} : { username: nameFault }),
      ...(address === null ? { email: 'form' } : {}),
      ...(wrongPassword === null ? {} : { password: wrongPassword }),
    };
  }
  await countMailRequest(ctx, 'sign_up', address);
  const passwordHash = await hashPassword(password, ctx.platform.passwordCost);
  const id = newId();
  try {
    await transact(ctx, async (tx) => {
      await tx.user.create({
        data: {
          id,
          username,
          usernameSkeleton: skeletonOf(username),
          displayName: username,
          unverifiedEmail: address,
          passwordHash,
          locale,
        },
      });
      await createLink(tx, ctx.platform, { purpose: 'verify_email', userId: id, address });
      await audit(tx, ctx, { action: 'user.signed_up', targetKind: 'user', targetId: id });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return { username: 'taken' };
    throw error;
  }
  return null;
}

async function usernameFault(
  ctx: RequestContext,
  username: string,
): Promise<'form' | 'taken' | null> {
  if (!newUsername.safeParse(username).success) return 'form';
  if (isReservedUsername(username)) return 'taken';
  const other = await ctx.platform.db.user.findFirst({
    where: { OR: [{ username }, { usernameSkeleton: skeletonOf(username) }] },
    select: { id: true },
  });
  return other ? 'taken' : null;
}
