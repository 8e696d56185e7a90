import type { Database, Tx } from '../../../platform/database/connect.js';
import type { App } from '../../../platform/database/generated/client.js';
import type { Scope } from '../../../registry/scopes.js';
import { effectiveScopes } from './app-scopes.js';

/** An application in its current state, as an OAuth client. */
export interface OauthClient {
  readonly appId: string;
  readonly clientId: string;
  readonly kind: App['kind'];
  readonly name: string;
  /** Null for an application of modport itself. */
  readonly ownerUsername: string | null;
  readonly redirectUris: readonly string[];
  /** The scopes that it may currently request (`effectiveScopes`). */
  readonly scopes: readonly Scope[];
  /** Whether staff approved it in its last review, or an operator approved it. */
  readonly isReviewed: boolean;
  /** The keyed hash of a confidential client's secret; null for a public client. */
  readonly secretHash: Uint8Array | null;
}

/** Excludes disabled and deleted applications (Spec 5.2). */
export const LIVE_APP = { disabledAt: null, deletedAt: null } as const;

/**
 * Returns the client with an id. Null if it is unknown, disabled or deleted. Reads the database
 * each time, so changes take effect at once.
 */
export async function findOauthClient(db: Database, clientId: string): Promise<OauthClient | null> {
  const app = await db.app.findFirst({
    where: { clientId, ...LIVE_APP },
    include: { owner: { select: { username: true } } },
  });
  if (!app) return null;
  return {
    appId: app.id,
    clientId: app.clientId,
    kind: app.kind,
    name: app.name,
    ownerUsername: app.owner?.username ?? null,
    redirectUris: app.redirectUris,
    scopes: effectiveScopes(app),
    isReviewed: app.review === 'approved' || app.operatorApprovedAt !== null,
    secretHash: app.secretHash,
  };
}

/** Whether an application has this id, disabled and deleted ones included. */
export async function isClientId(db: Database, clientId: string): Promise<boolean> {
  return (await db.app.findUnique({ where: { clientId }, select: { id: true } })) !== null;
}

/**
 * The record kinds that are not pending; `Grant` is a family. Pending records are authorizations
 * that wait for their user, and codes that wait for their exchange.
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
 * Removes the pending records and the refresh tokens of an application. Families stay, and so do
 * access tokens, which expire soon.
 */
export async function endPendingAndRefreshTokens(tx: Tx, clientId: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { clientId, kind: { notIn: OUTLIVING_SECRET } } });
}

/** Removes all records of an application, for all users or for one. */
export async function endAppRecords(tx: Tx, clientId: string, userId?: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { clientId, ...(userId ? { userId } : {}) } });
}

/** Removes all records of an application for a user, except the record of the new token family. */
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
 * Removes the records of all applications for a user. Families go first, so that no new member can
 * join one. Tokens that were issued in exchange for a personal token or key stay, because they end
 * with it. Tokens of CI runs stay too; `endRunTokens` removes them.
 */
export async function endUserRecords(tx: Tx, userId: string): Promise<void> {
  await tx.oauthRecord.deleteMany({ where: { userId, kind: 'Grant' } });
  await tx.$executeRaw`
    delete from oauth_records where user_id = ${userId}::uuid
      and payload->'extra'->>'credential_id' is null and payload->'extra'->>'ci_run_id' is null`;
}

/** Removes the tokens of CI runs that act for a user. Their trusted publishers stay. */
export async function endRunTokens(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    delete from oauth_records where kind = 'AccessToken' and user_id = ${userId}::uuid
      and payload->'extra'->>'ci_run_id' is not null`;
}

/** Removes the unfinished authorizations, of all applications, for which a user signed in. */
export async function endInteractions(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    delete from oauth_records where kind = 'Interaction'
      and ${userId} in (user_id::text, payload->'result'->'login'->>'accountId',
        payload->'lastSubmission'->'login'->>'accountId')`;
}
