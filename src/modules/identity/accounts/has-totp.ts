import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';

/** Whether the viewer has a second factor. Throws `unauthorized`. */
export async function hasTotp(ctx: RequestContext): Promise<boolean> {
  const { userId } = requireUser(ctx);
  const where = { id: userId, totpSecret: { not: null } };
  return (await ctx.platform.db.user.count({ where })) > 0;
}
