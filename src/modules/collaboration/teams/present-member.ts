import { Prisma } from '../../../platform/database/generated/client.js';
import { TEAM_ROLES, type TeamRole } from '../../../registry/access.js';
import type { RequestContext } from '../../../request/context.js';
import type { TeamMember } from './member.type.js';

/** The columns of a member. */
export interface MemberRow {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly profileOpen: boolean;
  readonly role: TeamRole;
  readonly since: Date;
}

/** The columns of a member, from `MEMBERS`. */
export const MEMBER_COLUMNS = Prisma.sql`u.id as "userId", u.username,
  u.display_name as "displayName", u.profile_open as "profileOpen", t.role::text,
  t.created_at as since`;

/** The members `t` of the teams of mods `m`, with their accounts `u`. */
export const MEMBERS = Prisma.sql`mods m join team_members t on t.team_id = m.team_id
  join users u on u.id = t.user_id`;

/** A member as shown to the team. */
export function presentMember({ platform }: RequestContext, row: MemberRow): TeamMember {
  const { userId: id, username, displayName, profileOpen, role, since } = row;
  const profileUrl = profileOpen ? `${platform.publicUrl}/users/${username}` : null;
  return {
    user: { id, username, displayName, profileUrl },
    role,
    permissions: TEAM_ROLES[role],
    since,
  };
}
