import type { Tx } from '../platform/database/connect.js';
import { Prisma } from '../platform/database/generated/client.js';
import { isModerator, type PlatformRole } from '../registry/access.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { type Scope, satisfiesScope, smallestSatisfying } from '../registry/scopes.js';
import type { RequestContext } from './context.js';
import { roleNeeded, sessionOnly, wholeAccountOnly } from './refusals.js';
import { activeCredential, type UserViewer } from './viewer.js';

/**
 * The access level and scopes that an operation requires. Only `required` needs a credential, but
 * any presented credential needs the scopes. Only an `anonymous` operation may have a publicly
 * cached response. Policies check access to single objects.
 */
export interface AccessRule {
  readonly access: 'anonymous' | 'optional' | 'required';
  readonly scopes: readonly Scope[];
}

/** The access rule of a root field, as the schema states it. */
export interface FieldAccess extends AccessRule {
  /** The part that the guard checks. The verb checks the rest, because the arguments decide it. */
  readonly guard: AccessRule;
}

/**
 * Checks that the viewer may use an operation. The facade checks before it reads a body; the
 * resolvers always check. Throws:
 * - `unauthorized` if a required credential is absent
 * - `insufficient_scope` if the credential lacks a scope; the problem names the smallest scopes
 *   that suffice
 */
export function authorize(ctx: RequestContext, rule: AccessRule): void {
  const { viewer } = ctx;
  if (viewer.kind === 'anonymous') {
    if (rule.access === 'required') throw problem('unauthorized');
    return;
  }
  if (rule.scopes.every((scope) => satisfiesScope(viewer.credential.scopes, scope))) return;
  throw problem('insufficient_scope', { requiredScopes: rule.scopes.map(smallestSatisfying) });
}

/** Returns the authenticated viewer. Throws `unauthorized` without a credential. */
export function requireUser(ctx: RequestContext): UserViewer {
  if (ctx.viewer.kind !== 'user') throw problem('unauthorized');
  return ctx.viewer;
}

/**
 * Returns the authenticated viewer with a recent second factor (AAL2). Throws
 * `unauthorized` or `step_up_required`.
 */
export function requireStepUp(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (!hasSteppedUp(ctx)) throw problem('step_up_required');
  return viewer;
}

/**
 * Returns whether the viewer proved a second factor recently. An operator command counts as AAL2,
 * even for an account without a second factor.
 */
export function hasSteppedUp({ viewer, platform }: RequestContext): boolean {
  if (viewer.kind !== 'user') return false;
  if (viewer.credential.kind === 'operator') return true;
  if (viewer.credential.aal2At === null) return false;
  const age = platform.clock.now().getTime() - viewer.credential.aal2At.getTime();
  return age <= LIMITS.stepUpLifetimeSeconds * 1000;
}

/**
 * Returns the viewer if AAL2 backs their use of the scope. Sessions and operator commands need a
 * recent second factor. Other credentials need a scope that was granted under AAL2. Throws
 * `unauthorized` or `step_up_required`.
 */
export function requireAal2Scope(ctx: RequestContext, scope: Scope): UserViewer {
  const { credential } = requireUser(ctx);
  if (credential.kind === 'session' || credential.kind === 'operator') return requireStepUp(ctx);
  if (credential.aal2Scopes?.includes(scope)) return requireUser(ctx);
  throw problem('step_up_required');
}

/**
 * Returns the viewer of a browser session, for operations that are closed to programs and operator
 * commands. Throws `unauthorized` or `forbidden`.
 */
export function requireSession(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (viewer.credential.kind !== 'session') throw sessionOnly();
  return viewer;
}

/** A platform role with staff rights. An admin also has the rights of a moderator. */
type StaffRole = Exclude<PlatformRole, 'user'>;

/** Returns the viewer as a moderator. Throws the code of `staffRefusal`. */
export function requireModerator(ctx: RequestContext): UserViewer {
  return requireStaff(ctx, 'moderator');
}

/** Returns the viewer as an admin. Throws the code of `staffRefusal`. */
export function requireAdmin(ctx: RequestContext): UserViewer {
  return requireStaff(ctx, 'admin');
}

/** Returns whether the viewer has staff rights in this request; see `staffRefusal`. */
export function actsAsStaff(ctx: RequestContext, needs: StaffRole = 'moderator'): boolean {
  return staffRefusal(ctx, needs) === null;
}

/**
 * The only rule for staff rights (docs/decisions/0034-staff-rights.md). A role alone does not grant them. They
 * require one of:
 * - an operator command
 * - a browser session with a recent second factor
 * - a token or key with `admin:*` that is not limited to some mods
 *
 * Returns null if the rights hold, else the reason:
 * - no credential: `unauthorized`; another role: `forbidden`
 * - a credential for some mods: `resource_scope_denied`
 * - a session without a recent second factor: `step_up_required`
 * - a token of an agent, or a credential without `admin:*`: `insufficient_scope`
 */
export function staffRefusal(ctx: RequestContext, needs: StaffRole): StaffRefusal | null {
  const { viewer } = ctx;
  if (viewer.kind !== 'user') return 'unauthorized';
  const { role, credential } = viewer;
  if (needs === 'admin' ? role !== 'admin' : !isModerator(role)) return 'forbidden';
  if (credential.modIds !== null) return 'resource_scope_denied';
  if (credential.kind === 'operator') return null;
  if (credential.kind === 'session') return hasSteppedUp(ctx) ? null : 'step_up_required';
  const isExplicit = credential.kind !== 'agent' && satisfiesScope(credential.scopes, 'admin:*');
  return isExplicit ? null : 'insufficient_scope';
}

type StaffRefusal =
  | 'unauthorized'
  | 'forbidden'
  | 'resource_scope_denied'
  | 'step_up_required'
  | 'insufficient_scope';

function requireStaff(ctx: RequestContext, needs: StaffRole): UserViewer {
  const code = staffRefusal(ctx, needs);
  if (code === 'insufficient_scope') throw problem(code, { requiredScopes: ['admin:*'] });
  if (code === 'forbidden') throw roleNeeded(needs);
  if (code === 'resource_scope_denied') throw wholeAccountOnly();
  if (code !== null) throw problem(code);
  return requireUser(ctx);
}

/**
 * Locks the caller's account and credential until the transaction ends, and checks both again. Call
 * it first in a write that creates access: a key, a consent, a webhook, a second factor or an
 * application. A password change and a revocation take the same locks. So they either see the new
 * row or prevent it. Operators and jobs have no credential to lock. Throws `account_blocked` or
 * `unauthorized`.
 */
export async function lockCaller(tx: Tx, { viewer, platform }: RequestContext): Promise<void> {
  if (viewer.kind === 'anonymous') return;
  await lockActiveAccount(tx, viewer.userId);
  const living = livingOf(viewer, platform.clock.now());
  if (living === null) return;
  const [row] = await tx.$queryRaw<unknown[]>`${living}`;
  if (!row) throw problem('unauthorized', { log: 'the credential ended during the request' });
}

/**
 * Locks the caller as `lockCaller` does, and checks that they still are an admin: two admins who
 * take each other's role at the same time must not both succeed. Does nothing without an account,
 * as in operator commands. Throws `forbidden`, and the errors of `lockCaller`.
 */
export async function lockAdmin(tx: Tx, ctx: RequestContext): Promise<void> {
  await lockCaller(tx, ctx);
  if (ctx.viewer.kind === 'anonymous') return;
  const caller = await tx.user.findUnique({
    where: { id: ctx.viewer.userId },
    select: { role: true },
  });
  if (caller?.role !== 'admin') throw roleNeeded('admin');
}

/**
 * Locks an active account. Throws `account_blocked`, also if its owner requested its deletion:
 * until they cancel it, nothing may give new access.
 */
export async function lockActiveAccount(tx: Tx, userId: string): Promise<void> {
  const { isLeaving } = await lockOpenAccount(tx, userId);
  if (isLeaving) throw problem('account_blocked');
}

/**
 * Locks an active account, also if its owner requested its deletion (`isLeaving`): they may sign
 * in, or choose a new password, in order to cancel it. Throws `account_blocked`.
 */
export async function lockOpenAccount(tx: Tx, userId: string): Promise<{ isLeaving: boolean }> {
  const [account] = await tx.$queryRaw<{ state: string; isLeaving: boolean }[]>`
    select state::text, deletion_due_at is not null as "isLeaving" from users
    where id = ${userId}::uuid for no key update`;
  if (account?.state !== 'active') throw problem('account_blocked');
  return account;
}

/**
 * The statement that locks a credential if it is still valid; null for an operator. For a token of
 * an application it locks the application and the grant, for a CI run the trusted publisher.
 */
function livingOf({ userId, credential }: UserViewer, now: Date): Prisma.Sql | null {
  const { id, kind, clientId } = credential;
  if (kind === 'operator') return null;
  if (kind === 'session') {
    return Prisma.sql`select 1 as one from web_sessions
      where id = ${id}::uuid and revoked_at is null and expires_at > ${now}::timestamptz for share`;
  }
  if (kind === 'trusted_publisher') {
    return Prisma.sql`select 1 as one from trusted_publishers
      where id = ${id}::uuid and removed_at is null for share`;
  }
  if (clientId !== null) {
    return Prisma.sql`select 1 as one from apps a join app_grants g on g.app_id = a.id
      where a.client_id = ${clientId} and a.disabled_at is null and a.deleted_at is null
        and g.user_id = ${userId}::uuid and g.revoked_at is null
      for share of a, g`;
  }
  return Prisma.sql`select 1 as one from credentials c
    where c.id = ${id}::uuid and ${activeCredential(now)} for share of c`;
}
