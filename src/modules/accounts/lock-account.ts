import type { Tx } from '../../platform/database/connect.js';
import type { PlatformRole } from '../../registry/access.js';
import { problem } from '../../registry/errors.js';
import { isId } from '../../request/ids.js';

/** An account that nobody else changes until the transaction ends. */
export interface LockedAccount {
  readonly role: PlatformRole;
}

/**
 * Locks an account, so that changes of what it may reach are made one after the other. Not as hard
 * as for deleting it: rows that name it are still written meanwhile. Throws `user_not_found`.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<LockedAccount> {
  if (!isId(userId)) throw problem('user_not_found');
  const [account] = await tx.$queryRaw<LockedAccount[]>`
    select role::text from users where id = ${userId}::uuid and state <> 'deleted'
    for no key update`;
  if (!account) throw problem('user_not_found');
  return account;
}
