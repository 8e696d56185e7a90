import type { Database } from '../../platform/database/connect.js';
import type { App } from '../../platform/database/generated/client.js';
import { isScope, SCOPES, type Scope } from '../../registry/scopes.js';

/** What an application asks for, and what its review allowed. */
export type ScopedApp = Pick<App, 'scopes' | 'approvedScopes'>;

/** An application as a client of OAuth: what it is now, and nothing that it was. */
export interface OauthClient {
  readonly appId: string;
  readonly clientId: string;
  readonly kind: App['kind'];
  readonly name: string;
  readonly ownerUsername: string;
  readonly redirectUris: readonly string[];
  /** What it may ask users for. */
  readonly scopes: readonly Scope[];
  /** Whether somebody looked at it. */
  readonly isReviewed: boolean;
  /** The keyed hash of a confidential client's secret. */
  readonly secretHash: Uint8Array | null;
}

/** The clients that take part in anything: neither disabled nor deleted (Spec 5.2). */
export const LIVE_APP = { disabledAt: null, deletedAt: null } as const;

/**
 * What an application may be granted. Spec 5.2, 5.3: every base scope; of those that it asks for,
 * the standard ones, and the sensitive ones that its review allowed. Internal ones never.
 */
export function clientScopesOf({ scopes, approvedScopes }: ScopedApp): Scope[] {
  const all = Object.keys(SCOPES).filter(isScope);
  return all.filter((scope) => {
    const { kind } = SCOPES[scope];
    if (kind === 'base') return true;
    if (!scopes.includes(scope)) return false;
    return kind === 'standard' || (kind === 'sensitive' && approvedScopes.includes(scope));
  });
}

/** The client of an id, read anew each time: what changes takes effect at once. Null without one. */
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
    scopes: clientScopesOf(app),
    isReviewed: app.review === 'approved',
    secretHash: app.secretHash,
  };
}
