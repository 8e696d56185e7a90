import type { Tx } from '../../../platform/database/connect.js';

/**
 * The record kinds that are not pending. All others are: authorizations that wait for their user,
 * and codes that wait for their exchange.
 */
const LASTING = ['Grant', 'AccessToken', 'RefreshToken'];
/**
 * The kinds that outlive a secret: an access token expires by itself within 15 minutes (Spec 5.2).
 */
const OUTLIVING_SECRET = ['Grant', 'AccessToken'];

/** Removes the pending records of an application. */
export async function endPending(tx: Tx, clientId: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { clientId, kind: { notIn: LASTING } } });
}

/**
 * Removes everything that an application obtained with its secret, except access tokens, which
 * expire soon.
 */
export async function endWithSecret(tx: Tx, clientId: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { clientId, kind: { notIn: OUTLIVING_SECRET } } });
}

/** Removes all records of an application, for all users or for one. */
export async function endAll(tx: Tx, clientId: string, userId?: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { clientId, ...(userId ? { userId } : {}) } });
}

/** Removes everything that an application obtained from a user, except the new family. */
export async function endOlder(
  tx: Tx,
  clientId: string,
  userId: string,
  familyHash: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const begins = { kind: 'Grant', idHash: familyHash };
  await tx.oauthRecord.deleteMany({ where: { clientId, userId, NOT: begins } });
}

/**
 * Removes everything that applications obtained from a user. Families go first, so that no new
 * member can join one. Tokens exchanged for a personal token stay, because they end with that
 * token.
 */
export async function endAllOf(tx: Tx, userId: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { userId, kind: 'Grant' } });
  await tx.$executeRaw`
    delete from oauth_records where user_id = ${userId}::uuid
      and payload->'extra'->>'credential_id' is null`;
}

/** Removes the unfinished authorizations for which a user signed in. */
export async function endInteractions(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    delete from oauth_records where kind = 'Interaction'
      and ${userId} in (user_id::text, payload->'result'->'login'->>'accountId',
        payload->'lastSubmission'->'login'->>'accountId')`;
}
