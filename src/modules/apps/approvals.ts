import type { Database, Tx } from '../../platform/database/connect.js';
import type { AppGrant } from '../../platform/database/generated/client.js';
import { isScope, type Scope } from '../../registry/scopes.js';
import { hasSteppedUp } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { holdCaller } from '../../request/hold-caller.js';
import { newId } from '../../request/ids.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { bumpAccess } from '../accounts/index.js';
import { usableScopes } from './app-scopes.js';
import { LIVE_APP } from './oauth-client.js';
import { endOlder } from './oauth-records.js';

/** What a user allows an application. */
export interface NewApproval {
  readonly appId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  /** Where the browser takes the code; null for a device. */
  readonly redirectUri: string | null;
  /** What names the record of the family that begins with it. */
  readonly familyHash: Uint8Array<ArrayBuffer>;
}

/** What a user denies an application: an authorization of a browser, or a device. */
export interface Denial {
  readonly clientId: string;
  /** What was asked for, as the client wrote it. */
  readonly scope: string;
  readonly of: 'authorization' | 'device';
}

/** Notes in the transaction of a denial who denied which application what. */
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

/** What a user allows an application now; null where nothing is, or where it was taken back. */
export async function approvedScopes(
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

/** The scopes that a user allowed an application at an https redirect, and still allows. */
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

/** The scopes that tokens of an application may use for a user now; none without a live application. */
export async function usableScopesOf(
  db: Database,
  clientId: string,
  userId: string,
): Promise<Scope[]> {
  const app = await db.app.findFirst({
    where: { clientId, ...LIVE_APP },
    include: { grants: { where: { userId, revokedAt: null } } },
  });
  return app ? usableScopes(app, app.grants[0] ?? { scopes: [], aal2Scopes: [] }) : [];
}

/** Whether an application that takes part in anything may do something for a user who may act. */
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
 * Keeps that a user allowed an application something (Spec 5.2), beside what was allowed before.
 * Where that was taken back meanwhile, nothing of it comes alive again. What waits for the user may
 * be decided in the same transaction: false, and nothing is kept, where that took no effect.
 * Throws `unauthorized` if the user's session ended meanwhile.
 */
export async function recordApproval(
  ctx: RequestContext,
  approval: NewApproval,
  takesEffect: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { appId, clientId, userId, familyHash } = approval;
  return transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
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
    // To allow again what is allowed already changes nothing.
    if (data.scopes.length > kept.scopes.length) await bumpAccess(tx, userId, ['applications']);
    return true;
  });
}

/** The scopes of an approval, and those of them that were allowed in a stronger way. */
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
