import { isModerator } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { requireStepUp, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { hasTotp } from './has-totp.js';

/**
 * Whether the viewer may set up a first second factor without an operator. Staff may not: with a
 * stolen password an attacker could enrol a factor and gain the rights of the role (decisions,
 * Permissions). The owner of a second factor may replace it. Throws `unauthorized`.
 */
export async function mayEnrol(ctx: RequestContext): Promise<boolean> {
  return !isModerator(requireUser(ctx).role) || (await hasTotp(ctx));
}

/**
 * Throws `forbidden` if an operator has to enrol the viewer, `step_up_required` before a
 * replacement.
 */
export async function requireEnrolment(ctx: RequestContext): Promise<void> {
  if (!(await mayEnrol(ctx))) throw staffEnrolment();
  if (await hasTotp(ctx)) requireStepUp(ctx);
}

/** The error for a first second factor that only an operator may enrol. */
export function staffEnrolment() {
  return problem('forbidden', { log: 'an operator enrols the second factor of a staff account' });
}
