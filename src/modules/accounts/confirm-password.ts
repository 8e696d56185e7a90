import { requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { checkSignIn } from './check-sign-in.js';

/** Whether the viewer knows their password. Throws `unauthorized`, `rate_limited`. */
export async function confirmPassword(ctx: RequestContext, password: string): Promise<boolean> {
  const { username } = requireUser(ctx);
  return (await checkSignIn(ctx, { login: username, password })) !== null;
}
