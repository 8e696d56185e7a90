import type { UserModel } from '../../../platform/database/generated/models.js';
import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { Profile } from './profile.type.js';

/** The columns of a profile. */
export const PROFILE = {
  id: true,
  username: true,
  displayName: true,
  profileOpen: true,
  locale: true,
} as const;

/** The profile of an account, with the permanent URL of its page. */
export function presentProfile(
  user: Pick<UserModel, keyof typeof PROFILE>,
  publicUrl: string,
): Profile {
  return { ...user, profileUrl: user.profileOpen ? `${publicUrl}/users/${user.username}` : null };
}

/** The viewer's own profile. Throws `unauthorized`. */
export async function readProfile(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireUser(ctx);
  const { db, publicUrl } = ctx.platform;
  const user = await db.user.findUnique({ where: { id: userId }, select: PROFILE });
  if (!user) throw problem('unauthorized');
  return presentProfile(user, publicUrl);
}
