import { isModerator } from '../registry/access.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { holds, type Scope } from '../registry/scopes.js';
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
 * - a credential without one of the scopes: `insufficient_scope`, naming all that are needed
 */
export function authorize(ctx: RequestContext, rule: AccessRule): void {
  const { viewer } = ctx;
  if (viewer.kind === 'anonymous') {
    if (rule.access === 'required') throw problem('unauthorized');
    return;
  }
  if (rule.scopes.every((scope) => holds(viewer.credential.scopes, scope))) return;
  throw problem('insufficient_scope', { requiredScopes: [...rule.scopes] });
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

/** Whether the viewer has proved a second factor a short while ago. */
export function hasSteppedUp({ viewer, platform }: RequestContext): boolean {
  if (viewer.kind !== 'user' || viewer.credential.aal2At === null) return false;
  const age = platform.clock.now().getTime() - viewer.credential.aal2At.getTime();
  return age <= LIMITS.stepUpLifetimeSeconds * 1000;
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

/** The viewer, who has to be a moderator or an admin. Throws `forbidden` and as below. */
export function requireModerator(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (!isModerator(viewer.role)) throw problem('forbidden');
  return actingForService(viewer);
}

/** The viewer, who has to be an admin. Throws `forbidden` and as below. */
export function requireAdmin(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (viewer.role !== 'admin') throw problem('forbidden');
  return actingForService(viewer);
}

/**
 * What staff may do for the whole service, they do signed in with a browser, or with a credential
 * that was made for it: a token for their own mods is not enough.
 * - the credential is limited to some mods: `resource_scope_denied`
 * - it is neither a session nor an operator's, and lacks `admin:*`: `insufficient_scope`
 */
function actingForService(viewer: UserViewer): UserViewer {
  if (viewer.credential.modIds !== null) throw problem('resource_scope_denied');
  if (isForService(viewer)) return viewer;
  throw problem('insufficient_scope', { requiredScopes: ['admin:*'] });
}

/** Whether the viewer is an admin who acts as one, and so sees what belongs to others. */
export function isActingAdmin(viewer: UserViewer): boolean {
  return viewer.role === 'admin' && viewer.credential.modIds === null && isForService(viewer);
}

function isForService({ credential }: UserViewer): boolean {
  const isPerson = credential.kind === 'session' || credential.kind === 'operator';
  return isPerson || holds(credential.scopes, 'admin:*');
}
