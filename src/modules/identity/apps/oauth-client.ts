import type { Database } from '../../../platform/database/connect.js';
import type { App } from '../../../platform/database/generated/client.js';
import type { Scope } from '../../../registry/scopes.js';
import { effectiveScopes } from './app-scopes.js';

/** An application in its current state, as an OAuth client. */
export interface OauthClient {
  readonly appId: string;
  readonly clientId: string;
  readonly kind: App['kind'];
  readonly name: string;
  readonly ownerUsername: string;
  readonly redirectUris: readonly string[];
  /** The scopes that it may request. */
  readonly scopes: readonly Scope[];
  /** Whether staff has reviewed and approved it. */
  readonly isReviewed: boolean;
  /** The keyed hash of a confidential client's secret. */
  readonly secretHash: Uint8Array | null;
}

/** Excludes disabled and deleted applications (Spec 5.2). */
export const LIVE_APP = { disabledAt: null, deletedAt: null } as const;

/**
 * Returns the client with an id, or null. Reads the database each time, so changes take effect at
 * once.
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
    ownerUsername: app.owner.username,
    redirectUris: app.redirectUris,
    scopes: effectiveScopes(app),
    isReviewed: app.review === 'approved',
    secretHash: app.secretHash,
  };
}

/** Whether an application has this id, disabled and deleted ones included. */
export async function isClientId(db: Database, clientId: string): Promise<boolean> {
  return (await db.app.findUnique({ where: { clientId }, select: { id: true } })) !== null;
}
