import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import type { PublicAccount } from './account.type.js';

/**
 * Returns the public fields of the account with this exact username. One statement. Throws
 * `user_not_found` for an unknown, blocked or deleted account.
 */
export async function getUser(ctx: RequestContext, username: string): Promise<PublicAccount> {
  const { db, publicUrl } = ctx.platform;
  const user = await db.user.findUnique({
    where: { username, state: 'active' },
    select: { id: true, username: true, displayName: true, profileOpen: true },
  });
  if (!user) throw problem('user_not_found');
  const { profileOpen, ...shown } = user;
  return { ...shown, profileUrl: profileOpen ? `${publicUrl}/users/${username}` : null };
}
