import type { Tx } from '../platform/database/connect.js';
import { Prisma } from '../platform/database/generated/client.js';
import { problem } from '../registry/errors.js';
import type { RequestContext } from './context.js';
import { livingCredential } from './living-credential.js';
import type { UserViewer } from './viewer.js';

/**
 * Locks the caller's account and credential until the transaction ends, and checks both again. Call
 * it first in a write that creates access: a key, a consent, a webhook, a second factor or an
 * application. A password change and a revocation take the same locks. So they either see the new
 * row or prevent it. Operators and jobs have no credential to lock. Throws `account_blocked` or
 * `unauthorized`.
 */
export async function holdCaller(tx: Tx, { viewer, platform }: RequestContext): Promise<void> {
  if (viewer.kind === 'anonymous') return;
  await holdAccount(tx, viewer.userId);
  const living = livingOf(viewer, platform.clock.now());
  if (living === null) return;
  const [held] = await tx.$queryRaw<unknown[]>`${living}`;
  if (!held) throw problem('unauthorized', { log: 'the credential ended during the request' });
}

/** Locks an active account. Throws `account_blocked`. */
export async function holdAccount(tx: Tx, userId: string): Promise<void> {
  const [account] = await tx.$queryRaw<{ state: string }[]>`
    select state::text from users where id = ${userId}::uuid for no key update`;
  if (account?.state !== 'active') throw problem('account_blocked');
}

function livingOf({ userId, credential }: UserViewer, now: Date): Prisma.Sql | null {
  const { id, kind, clientId } = credential;
  if (kind === 'operator') return null;
  if (kind === 'session') {
    return Prisma.sql`select 1 as one from web_sessions
      where id = ${id}::uuid and revoked_at is null and expires_at > ${now}::timestamptz for share`;
  }
  if (clientId !== null) {
    return Prisma.sql`select 1 as one from apps a join app_grants g on g.app_id = a.id
      where a.client_id = ${clientId} and a.disabled_at is null and a.deleted_at is null
        and g.user_id = ${userId}::uuid and g.revoked_at is null
      for share of a, g`;
  }
  return Prisma.sql`select 1 as one from credentials c
    where c.id = ${id}::uuid and ${livingCredential(now)} for share of c`;
}
