import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { checkSignIn, type ProvenAccount } from './check-sign-in.js';

/**
 * Returns the viewer's account if the password is right, else null. Throws `unauthorized`,
 * `rate_limited`.
 */
export function confirmPassword(
  ctx: RequestContext,
  password: string,
): Promise<ProvenAccount | null> {
  const { username } = requireUser(ctx);
  return checkSignIn(ctx, { login: username, password });
}
