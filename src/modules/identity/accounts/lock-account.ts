import type { Tx } from '../../../platform/database/connect.js';
import type { PlatformRole } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { isId } from '../../../request/ids.js';

/** An account that is locked until the transaction ends. */
export interface LockedAccount {
  readonly role: PlatformRole;
}

/**
 * Locks an account, so that changes of its access run one after another. The lock is weaker than
 * that of a deletion: other transactions can still insert rows that refer to the account. Throws
 * `user_not_found`.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<LockedAccount> {
  if (!isId(userId)) throw problem('user_not_found');
  const [account] = await tx.$queryRaw<LockedAccount[]>`
    select role::text from users where id = ${userId}::uuid and state <> 'deleted'
    for no key update`;
  if (!account) throw problem('user_not_found');
  return account;
}
