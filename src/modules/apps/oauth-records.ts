import type { Tx } from '../../platform/database/connect.js';

/**
 * What the issuer has begun for an application and not ended: authorizations that wait for their
 * user, codes and device codes that wait to be exchanged. Everything is, but for what is named.
 */
const LASTING = ['Grant', 'AccessToken', 'RefreshToken'];
/** What outlives a secret: an access token ends by itself, within 15 minutes (Spec 5.2). */
const OUTLIVING_SECRET = ['Grant', 'AccessToken'];

/** Ends what was begun for an application and not ended. */
export async function endPending(tx: Tx, clientId: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { clientId, kind: { notIn: LASTING } } });
}

/** Ends all that an application got by its secret, but for access tokens, which soon end. */
export async function endWithSecret(tx: Tx, clientId: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { clientId, kind: { notIn: OUTLIVING_SECRET } } });
}

/** Ends all that the issuer keeps of an application, for everybody or for one user. */
export async function endAll(tx: Tx, clientId: string, userId?: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { clientId, ...(userId ? { userId } : {}) } });
}

/** Ends all that an application got from a user, but for the family that begins now. */
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
 * Ends all that applications got from a user. Families go first, so that nothing joins one meanwhile.
 * Tokens that were exchanged for a personal token stay: they end with that.
 */
export async function endAllOf(tx: Tx, userId: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { userId, kind: 'Grant' } });
  await tx.$executeRaw`
    delete from oauth_records where user_id = ${userId}::uuid
      and payload->'extra'->>'credential_id' is null`;
}

/** Ends the authorizations that a user signed in for and did not finish. */
export async function endInteractions(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    delete from oauth_records where kind = 'Interaction'
      and ${userId} in (user_id::text, payload->'result'->'login'->>'accountId',
        payload->'lastSubmission'->'login'->>'accountId')`;
}
