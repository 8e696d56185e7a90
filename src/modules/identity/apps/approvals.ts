import type { Database, Tx } from '../../../platform/database/connect.js';
import type { AppGrant } from '../../../platform/database/generated/client.js';
import { isScope, type Scope } from '../../../registry/scopes.js';
import { hasSteppedUp, lockCaller } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess } from '../accounts/change-user.js';
import { usableScopes } from './app-scopes.js';
import { endOlder, LIVE_APP } from './oauth-client.js';

/** A user's new approval of an application. */
export interface NewApproval {
  readonly appId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  /** The redirect URI that receives the code; null for a device. */
  readonly redirectUri: string | null;
  /** Identifies the record of the new token family. */
  readonly familyHash: Uint8Array<ArrayBuffer>;
}

/** A user's denial: of an authorization in a browser, or of a device. */
export interface Denial {
  readonly clientId: string;
  /** The requested scopes, as the client wrote them. */
  readonly scope: string;
  readonly of: 'authorization' | 'device';
}

/** Records a denial in the audit log, in the transaction of the denial. */
export async function recordDenial(
  tx: Tx,
  ctx: RequestContext,
  { clientId, scope, of }: Denial,
): Promise<void> {
  const app = await tx.app.findUnique({ where: { clientId }, select: { id: true } });
  await audit(tx, ctx, {
    action: 'app.denied',
    targetKind: 'app',
    targetId: app?.id ?? null,
    data: { client_id: clientId, of, scopes: scope.split(' ').filter(isScope) },
  });
}

/**
 * Returns the scopes of a user's current approval of an application; null without one.
 */
export async function scopesAllowedByUser(
  db: Database,
  clientId: string,
  userId: string,
): Promise<Scope[] | null> {
  const approval = await db.appGrant.findFirst({
    where: { userId, revokedAt: null, app: { clientId } },
    select: { scopes: true },
  });
  return approval?.scopes.filter(isScope) ?? null;
}

/**
 * Returns the currently approved scopes that the user allowed at an https redirect; empty without
 * an approval. The issuer skips a further prompt only at an https redirect: any program can receive
 * other redirects (RFC 8252 8.6).
 */
export async function scopesAllowedAtHttps(
  db: Database,
  clientId: string,
  userId: string,
): Promise<Scope[]> {
  const approval = await db.appGrant.findFirst({
    where: { userId, revokedAt: null, app: { clientId } },
    select: { httpsScopes: true },
  });
  return approval?.httpsScopes.filter(isScope) ?? [];
}

/**
 * The scopes that an application's tokens may currently use for a user (`usableScopes`); empty if
 * the application is disabled or deleted. It does not check that the user has approved the
 * application: `isAllowedNow` does.
 */
export async function usableScopesOf(
  db: Database,
  clientId: string,
  userId: string,
): Promise<Scope[]> {
  const app = await db.app.findFirst({
    where: { clientId, ...LIVE_APP },
    include: { appGrants: { where: { userId, revokedAt: null } } },
  });
  return app ? usableScopes(app, app.appGrants[0] ?? { scopes: [], aal2Scopes: [] }) : [];
}

/** Returns whether an enabled application currently has the approval of an active user. */
export async function isAllowedNow(
  db: Database,
  clientId: string,
  userId: string,
): Promise<boolean> {
  const app = { clientId, ...LIVE_APP };
  const allowed = { userId, revokedAt: null, app, user: { state: 'active' } } as const;
  return (await db.appGrant.count({ where: allowed })) > 0;
}

/**
 * Stores a user's approval of an application (Spec 5.2), in addition to earlier scopes, with an
 * audit line. After a revoked approval, its scopes do not return, and the tokens and codes that the
 * application still has for the user end. A new scope raises the access revision. `takesEffect`
 * runs in the same transaction. If it returns false, no approval is stored and the result is false.
 * Otherwise the result is true. Throws `unauthorized`, `account_blocked` if the user's access ended
 * meanwhile.
 */
export async function recordApproval(
  ctx: RequestContext,
  approval: NewApproval,
  takesEffect: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { appId, clientId, userId, familyHash } = approval;
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    const key = { appId_userId: { appId, userId } };
    await tx.$executeRaw`select 1 from app_grants
      where app_id = ${appId}::uuid and user_id = ${userId}::uuid for update`;
    const before = await tx.appGrant.findUnique({ where: key });
    if (before?.revokedAt) await endOlder(tx, clientId, userId, familyHash);
    if (!(await takesEffect(tx))) return false;
    const kept = before && !before.revokedAt ? before : NOTHING;
    const data = { ...sumOf(kept, approval, hasSteppedUp(ctx)), revokedAt: null };
    const { id } = await tx.appGrant.upsert({
      where: key,
      create: { id: newId(), appId, userId, ...data },
      update: data,
    });
    await audit(tx, ctx, {
      action: 'app.allowed',
      targetKind: 'app',
      targetId: appId,
      data: { user_id: userId, app_grant_id: id, scopes: [...approval.scopes] },
    });
    // Repeating an existing approval changes nothing.
    if (data.scopes.length > kept.scopes.length) await bumpAccess(tx, userId, ['applications']);
    return true;
  });
}

/** The scopes of an approval, and the subsets allowed under AAL2 and at an https redirect. */
type Allowed = Pick<AppGrant, 'scopes' | 'aal2Scopes' | 'httpsScopes'>;

const NOTHING: Allowed = { scopes: [], aal2Scopes: [], httpsScopes: [] };

function sumOf(kept: Allowed, { scopes, redirectUri }: NewApproval, isAal2: boolean): Allowed {
  const union = (before: readonly string[], isAdded = true) => [
    ...new Set([...before, ...(isAdded ? scopes : [])]),
  ];
  return {
    scopes: union(kept.scopes),
    aal2Scopes: union(kept.aal2Scopes, isAal2),
    httpsScopes: union(kept.httpsScopes, redirectUri?.startsWith('https://')),
  };
}
