import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../request/context.js';
import { auditAll, emitAll } from '../../../request/outbox.js';
import { activeCredential } from '../../../request/viewer.js';
import { endRunTokens } from '../apps/oauth-client.js';
import { endCreated } from '../created-access/end-created.js';

/** A token or key to revoke. */
type Ending = Pick<CredentialModel, 'id' | 'userId' | 'keyId' | 'kind' | 'scopes'>;

/**
 * Revokes one token or key with everything that depends on it. These are the valid keys that it
 * created, directly or through other keys, even ended ones. The webhook subscriptions, trusted
 * publishers and agent tokens of all these keys end too. Writes an audit line and the event
 * `token.changed` for each token or key that ends. The caller locks the account and raises its
 * access revision. Returns false if it was already revoked.
 */
export async function endCredential(
  tx: Tx,
  ctx: RequestContext,
  { id, userId }: Ending,
): Promise<boolean> {
  const now = ctx.platform.clock.now();
  const keys = await tx.$queryRaw<Ending[]>`
    with recursive ending (id) as (
      select id from credentials where id = ${id}::uuid and revoked_at is null
      union
      select c.id from ending join credentials c on ending.id = any(c.creator_ids)
      where c.user_id = ${userId}::uuid
    )
    update credentials c set revoked_at = ${now}::timestamptz
    from ending where c.id = ending.id and (c.id = ${id}::uuid or ${activeCredential(now)})
    returning ${ENDING}`;
  if (keys.length > 0) await endWith(tx, ctx, userId, keys);
  return keys.length > 0;
}

/**
 * Revokes all valid tokens and keys of a user, including the account key, with everything that
 * depends on them. Writes the same records as `endCredential`. Also ends the tokens of CI runs that
 * act for the user. Returns the number of revoked tokens and keys. The caller locks the account and
 * raises its access revision.
 */
export async function endCredentials(tx: Tx, ctx: RequestContext, userId: string): Promise<number> {
  const now = ctx.platform.clock.now();
  const keys = await tx.$queryRaw<Ending[]>`
    update credentials c set revoked_at = ${now}::timestamptz, sealed_secret = null
    where c.user_id = ${userId}::uuid and ${activeCredential(now)} returning ${ENDING}`;
  if (keys.length > 0) await endWith(tx, ctx, userId, keys);
  await endRunTokens(tx, userId);
  return keys.length;
}

/** The columns of `Ending` of the token or key `c`. */
const ENDING = Prisma.sql`
  c.id, c.user_id as "userId", c.key_id as "keyId", c.kind::text, c.scopes`;

/** Ends everything that revoked keys created, and their agent tokens. Records each revocation. */
async function endWith(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
  keys: readonly Ending[],
): Promise<void> {
  const credentialIds = keys.map(({ id }) => id);
  await endCreated(tx, ctx, { credentialIds });
  const agentTokens = await tx.$queryRaw<{ credentialId: string }[]>`
    delete from oauth_records
    where kind = 'AccessToken' and user_id = ${userId}::uuid
      and payload->'extra'->>'credential_id' = any(${credentialIds}::text[])
    returning payload->'extra'->>'credential_id' as "credentialId"`;
  const endedWith = (id: string) => agentTokens.filter((it) => it.credentialId === id).length;
  await auditAll(
    tx,
    ctx,
    keys.map(({ id, keyId, kind, scopes }) => ({
      action: 'token.revoked',
      targetKind: 'credential',
      targetId: id,
      data: { key_id: keyId, kind, scopes, agent_tokens_ended: endedWith(id) },
    })),
  );
  await emitAll(
    tx,
    keys.map(({ id }) => ({
      kind: 'token.changed',
      subjectId: id,
      userId,
      data: { token_id: id, change: 'revoked' },
    })),
  );
}
