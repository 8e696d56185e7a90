import { isModerator, type PlatformRole } from '../registry/access.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { holds, type Scope, smallestFor } from '../registry/scopes.js';
import type { RequestContext } from './context.js';
import type { UserViewer } from './viewer.js';

/** Who may use an operation at all; what it may touch is the policies' business. */
export interface AccessRule {
  readonly access: 'anonymous' | 'optional' | 'required';
  readonly scopes: readonly Scope[];
}

/**
 * Asks whether the viewer may use an operation. Both faces ask it: the facade before it reads a
 * body, the resolvers in any case.
 * - a required credential that is absent: `unauthorized`
 * - a credential without one of the scopes: `insufficient_scope`, naming the smallest that suffice
 */
export function authorize(ctx: RequestContext, rule: AccessRule): void {
  const { viewer } = ctx;
  if (viewer.kind === 'anonymous') {
    if (rule.access === 'required') throw problem('unauthorized');
    return;
  }
  if (rule.scopes.every((scope) => holds(viewer.credential.scopes, scope))) return;
  throw problem('insufficient_scope', { requiredScopes: rule.scopes.map(smallestFor) });
}

/** The viewer of an operation that needs one; throws `unauthorized` for anybody else. */
export function requireUser(ctx: RequestContext): UserViewer {
  if (ctx.viewer.kind !== 'user') throw problem('unauthorized');
  return ctx.viewer;
}

/**
 * The viewer, who has to have proved a second factor a short while ago (AAL2; decisions, Identity).
 * Throws `unauthorized`, `step_up_required`.
 */
export function requireStepUp(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (!hasSteppedUp(ctx)) throw problem('step_up_required');
  return viewer;
}

/**
 * Whether the viewer has proved a second factor a short while ago. An operator command counts as AAL2,
 * also for an account without a second factor.
 */
export function hasSteppedUp({ viewer, platform }: RequestContext): boolean {
  if (viewer.kind !== 'user') return false;
  if (viewer.credential.kind === 'operator') return true;
  if (viewer.credential.aal2At === null) return false;
  const age = platform.clock.now().getTime() - viewer.credential.aal2At.getTime();
  return age <= LIMITS.stepUpLifetimeSeconds * 1000;
}

/**
 * The viewer, whose right to use a scope stands on AAL2: a session or an operator command by a recent
 * second factor, any other credential by the grant of the scope. Throws `unauthorized`,
 * `step_up_required`.
 */
export function requireAal2Grant(ctx: RequestContext, scope: Scope): UserViewer {
  const { credential } = requireUser(ctx);
  if (credential.kind === 'session' || credential.kind === 'operator') return requireStepUp(ctx);
  if (credential.aal2Scopes?.includes(scope)) return requireUser(ctx);
  throw problem('step_up_required');
}

/**
 * The viewer, who has to be signed in with a browser: what no program is to do, whatever it holds.
 * Throws `unauthorized`, `forbidden`.
 */
export function requireSession(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (viewer.credential.kind !== 'session') throw problem('forbidden');
  return viewer;
}

/** A platform role with staff rights. An admin has those of a moderator too. */
export type StaffRole = Exclude<PlatformRole, 'user'>;

/** The viewer, acting as a moderator. Throws the code of `staffRefusal`. */
export function requireModerator(ctx: RequestContext): UserViewer {
  return requireStaff(ctx, 'moderator');
}

/** The viewer, acting as an admin. Throws the code of `staffRefusal`. */
export function requireAdmin(ctx: RequestContext): UserViewer {
  return requireStaff(ctx, 'admin');
}

/** Whether the viewer acts as staff now; see `staffRefusal`. */
export function actsAsStaff(ctx: RequestContext, needs: StaffRole = 'moderator'): boolean {
  return staffRefusal(ctx, needs) === null;
}

/**
 * The only rule for staff rights (decisions, Permissions). A role alone gives none of them. They hold
 * for an operator command, for a browser session with a recent second factor, and for a token or key
 * with `admin:*` that is not limited to some mods. Null if they hold, else the reason:
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
  const isExplicit = credential.kind !== 'agent' && holds(credential.scopes, 'admin:*');
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
  if (code !== null) throw problem(code);
  return requireUser(ctx);
}
