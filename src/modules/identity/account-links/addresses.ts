import { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import { problem } from '../../../registry/errors.js';
import { lockActiveAccount, lockCaller, requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess } from '../accounts/change-user.js';
import { countMailRequest } from '../accounts/count-attempts.js';
import { proveOwner } from '../accounts/prove-owner.js';
import { notify } from '../notices/notify.js';
import { createLink, endLinks, findLink, spendLink, type UsableLink } from './link.js';

const address = z.email().max(254);

/**
 * Trims a text and returns it in lower case if it is an e-mail address of at most 254 characters,
 * else null.
 */
export function addressOf(text: string): string | null {
  const parsed = address.safeParse(text.trim());
  return parsed.success ? parsed.data.toLowerCase() : null;
}

/** The e-mail address of an account. */
interface AccountAddress {
  /** The verified address, or the one that an operator set. Null without one. */
  readonly email: string | null;
  /** The address of the sign-up, or its replacement, until its owner verifies it; then null. */
  readonly unverifiedEmail: string | null;
}

/**
 * Returns both addresses of the viewer. For a browser session only. Throws `unauthorized`,
 * `forbidden`.
 */
export function readAddress(ctx: RequestContext): Promise<AccountAddress> {
  const { userId } = requireSession(ctx);
  return ctx.platform.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, unverifiedEmail: true },
  });
}

/**
 * Sends a new link to the unverified address. Earlier links stay valid. Returns false if the
 * viewer has nothing to verify. Throws `rate_limited`, `unauthorized`, `forbidden`, and
 * `account_blocked` if the account waits for its deletion.
 */
export async function resendVerification(ctx: RequestContext): Promise<boolean> {
  const { userId } = requireSession(ctx);
  const { unverifiedEmail } = await readAddress(ctx);
  if (unverifiedEmail === null) return false;
  await countMailRequest(ctx, 'verify_email', unverifiedEmail);
  await transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    const link = { purpose: 'verify_email', userId, address: unverifiedEmail } as const;
    await createLink(tx, ctx.platform, link);
  });
  return true;
}

/**
 * Why a change of the address was refused.
 * - `wrong_address`: the text is no address
 * - `same_address`: it is already the `email` of the account
 * - `wrong_password`: also if the password or a second factor was changed during the request
 */
type AddressFault = 'wrong_address' | 'same_address' | 'wrong_password';

/**
 * Sends a link to a new address of the viewer, and a notice to the present `email` if any.
 * `email` changes when the link is used. An `unverifiedEmail` is replaced at once, and the new one
 * is unverified too. Without a recent second factor the password is required. Links to other
 * addresses end, also if the result is `same_address`. Returns null, or why it was refused.
 * Throws `rate_limited`, `unauthorized`, `forbidden`, `service_unavailable` if too many passwords
 * are being hashed, and `account_blocked` if the account waits for its deletion.
 */
export async function changeAddress(
  ctx: RequestContext,
  given: { readonly address: string; readonly password: string },
): Promise<AddressFault | null> {
  const { userId } = requireSession(ctx);
  const wanted = addressOf(given.address);
  if (wanted === null) return 'wrong_address';
  const proof = await proveOwner(ctx, given.password);
  if (!proof) return 'wrong_password';
  await countMailRequest(ctx, 'verify_email', wanted);
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    if (!(await proof.isValid(tx))) return 'wrong_password';
    const where = { id: userId };
    const { email, unverifiedEmail } = await tx.user.findUniqueOrThrow({ where });
    // A link to another address, which someone else may have requested, ends here.
    await tx.accountLink.deleteMany({ where: { userId, address: { not: wanted } } });
    if (wanted === email) return 'same_address';
    if (unverifiedEmail !== null) {
      await tx.user.update({ where, data: { unverifiedEmail: wanted } });
    }
    await createLink(tx, ctx.platform, { purpose: 'verify_email', userId, address: wanted });
    await audit(tx, ctx, { action: 'user.email_requested', targetKind: 'user', targetId: userId });
    await tellFormer(tx, ctx, { userId, former: email, change: 'requested', address: wanted });
    return null;
  });
}

/**
 * The result of a verification: done, or why not. `stale`: the link does not work. `other_account`:
 * the viewer is another user. `taken`: another account has the address.
 */
type Verification = 'verified' | 'stale' | 'other_account' | 'taken';

/**
 * Returns the link of a verification without using it up. Returns null if it does not work, and
 * `other_account` if the viewer is signed in as another user. Needs no sign-in.
 */
export async function readVerification(
  ctx: RequestContext,
  token: string,
): Promise<UsableLink | 'other_account' | null> {
  const link = await findLink(ctx.platform, 'verify_email', token);
  const isOther = ctx.viewer.kind === 'user' && ctx.viewer.userId !== link?.userId;
  return link && isOther ? 'other_account' : link;
}

/**
 * Makes the address of a link the `email` of its account. Needs no sign-in. The link works once,
 * but the result `taken` does not use it up. All other links of the account end. A former `email`
 * gets a notice. The access revision rises (`bumpAccess`). Throws `account_blocked` if the account
 * waits for its deletion, or was blocked after the link was read.
 */
export async function verifyAddress(ctx: RequestContext, token: string): Promise<Verification> {
  const link = await readVerification(ctx, token);
  if (link === null) return 'stale';
  if (link === 'other_account') return link;
  const { userId, address } = link;
  try {
    return await transact(ctx, async (tx) => {
      await lockActiveAccount(tx, userId);
      if (!(await spendLink(tx, link))) return 'stale';
      await endLinks(tx, userId);
      const { email: former } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      await tx.user.update({
        where: { id: userId },
        data: {
          email: address,
          unverifiedEmail: null,
          revision: { increment: 1 },
          updatedAt: ctx.platform.clock.now(),
        },
      });
      await audit(tx, ctx, { action: 'user.email_verified', targetKind: 'user', targetId: userId });
      await bumpAccess(tx, userId, ['account']);
      await tellFormer(tx, ctx, { userId, former, change: 'changed', address });
      return 'verified';
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) return 'taken';
    throw error;
  }
}

/**
 * Mails the `former` address of an account: `address` was requested, or has replaced it. Sends
 * nothing if `former` is null or the same address.
 */
async function tellFormer(
  tx: Tx,
  ctx: RequestContext,
  {
    userId,
    former,
    change,
    address,
  }: {
    readonly userId: string;
    readonly former: string | null;
    readonly change: 'requested' | 'changed';
    readonly address: string;
  },
): Promise<void> {
  if (former === null || former === address) return;
  const params = { change, address: masked(address) };
  const notice = { userIds: [userId], template: 'email_changed', params, address: former } as const;
  await notify(tx, ctx, notice);
}

/** The address with only the first letters of its two parts, as in `a***@e***`. */
function masked(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return [local, domain].map((part) => `${[...part][0] ?? ''}***`).join('@');
}

/**
 * Throws `account_blocked` if the viewer signed up and has not verified an address yet. Accounts
 * that an operator created count as verified, even without an address. Does nothing for an
 * anonymous viewer.
 */
export async function requireVerifiedAddress(tx: Tx, { viewer }: RequestContext): Promise<void> {
  if (viewer.kind !== 'user') return;
  const user = await tx.user.findUnique({
    where: { id: viewer.userId },
    select: { unverifiedEmail: true },
  });
  if (!user || user.unverifiedEmail === null) return;
  throw problem('account_blocked', {
    detail: {
      en: 'Verify your e-mail address first. Open the link in our e-mail, or request a new one under “Account security”.',
      ru: 'Сначала подтвердите адрес эл. почты. Откройте ссылку из нашего письма или запросите новую на странице «Безопасность аккаунта».',
      de: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse. Öffnen Sie den Link in unserer E-Mail oder fordern Sie unter „Kontosicherheit“ einen neuen an.',
    },
  });
}
