import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import type { AccountLinkPurpose } from '../../../platform/database/generated/enums.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { LIMITS } from '../../../registry/limits.js';
import { UUID_PATTERN } from '../../../registry/patterns.js';
import { newId } from '../../../request/ids.js';

const LIFETIME_SECONDS: Readonly<Record<AccountLinkPurpose, number>> = {
  verify_email: LIMITS.verifyEmailSeconds,
  reset_password: LIMITS.resetPasswordSeconds,
};

/** A link to create. */
interface NewLink {
  readonly purpose: AccountLinkPurpose;
  /** Null for a reset, because the request does not look up who has the address. */
  readonly userId: string | null;
  /** In lower case. */
  readonly address: string;
}

/**
 * Creates a link and queues the job that writes its mail. The caller's transaction reads nothing
 * about the address, so neither its time nor its result reveals whether an account has it.
 */
export async function createLink(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  link: NewLink,
): Promise<void> {
  const id = newId();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LIFETIME_SECONDS[link.purpose] * 1000);
  await tx.accountLink.create({ data: { id, ...link, expiresAt, createdAt: now } });
  await enqueue(tx, { kind: 'deliver-link', payload: { linkId: id } });
}

/**
 * Adds a new token to a link and returns it, or null if the link no longer works. The token is 256
 * random bits behind the id of the link. Only its keyed hash is stored. Each attempt to send the
 * mail gets its own, because an attempt that failed may have reached the mailbox.
 */
export async function addToken(
  { db, clock, keys }: Pick<Platform, 'db' | 'clock' | 'keys'>,
  linkId: string,
): Promise<string | null> {
  const token = `${linkId}.${randomBytes(32).toString('base64url')}`;
  const { count } = await db.accountLink.updateMany({
    where: { id: linkId, userId: { not: null }, expiresAt: { gt: clock.now() } },
    data: { tokenHashes: { push: new Uint8Array(keys.mac('account-links', token)) } },
  });
  return count === 1 ? token : null;
}

const TOKEN = new RegExp(`^(${UUID_PATTERN})\\.[\\w-]{43}$`);

/** A link that works, and the account for which it acts. */
export interface UsableLink {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly address: string;
}

/**
 * Returns the link of a token. Returns null in these cases:
 * - The token is wrong, used, expired or for another purpose.
 * - The account is not active.
 * - For a reset, the address is no longer that of the account.
 * - For a verification, the account now waits for another address.
 * Compares in constant time.
 */
export async function findLink(
  { db, clock, keys }: Pick<Platform, 'db' | 'clock' | 'keys'>,
  purpose: AccountLinkPurpose,
  token: string,
): Promise<UsableLink | null> {
  const [, id] = TOKEN.exec(token) ?? [];
  if (id === undefined) return null;
  const link = await db.accountLink.findFirst({
    where: { id, purpose, expiresAt: { gt: clock.now() }, user: { state: 'active' } },
    include: { user: { select: { id: true, username: true, email: true, unverifiedEmail: true } } },
  });
  const { user, address, tokenHashes } = link ?? {};
  if (!user || address === undefined) return null;
  const isRight = tokenHashes?.some((hash) => keys.verify('account-links', token, hash));
  const known = purpose === 'reset_password' ? user.email : (user.unverifiedEmail ?? address);
  if (!isRight || known !== address) return null;
  return { id, userId: user.id, username: user.username, address };
}

/** Uses up a link, in the transaction of its effect. Returns false if another request was first. */
export async function spendLink(tx: Tx, { id }: Pick<UsableLink, 'id'>): Promise<boolean> {
  const { count } = await tx.accountLink.deleteMany({ where: { id } });
  return count === 1;
}

/** Deletes the links of an account, so that those in earlier mails no longer work. */
export async function endLinks(tx: Tx, userId: string): Promise<void> {
  await tx.accountLink.deleteMany({ where: { userId } });
}
