import type { Tx } from '../../../platform/database/connect.js';
import type { UserState } from '../../../platform/database/generated/enums.js';
import { can, type ModPermission, type TeamRole } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';

interface Member {
  readonly userId: string;
  readonly role: TeamRole;
  readonly state: UserState;
}

/** A team that is locked until the transaction ends. */
export interface LockedTeam {
  readonly id: string;
  /** The current role of the affected user; null if they are not a member. */
  readonly was: TeamRole | null;
  /** Whether another owner could still manage the team. */
  readonly hasOtherOwner: boolean;
  /** The owners before the change. */
  readonly ownerIds: readonly string[];
}

/**
 * Locks the team of a mod, so that changes run one at a time. Checks the viewer's right again,
 * because another owner may have revoked it meanwhile. Throws `forbidden`, `team_role_denied`.
 */
export async function lockTeam(
  tx: Tx,
  modId: string,
  change: { readonly viewerId: string; readonly userId: string; readonly needs: ModPermission },
): Promise<LockedTeam> {
  const { viewerId, userId, needs } = change;
  const [team] = await tx.$queryRaw<{ id: string }[]>`
    select t.id from teams t join mods m on m.team_id = t.id where m.id = ${modId}::uuid
    for update of t`;
  if (!team) throw new Error(`mod ${modId} has no team`);
  const members = await tx.$queryRaw<Member[]>`
    select t.user_id as "userId", t.role::text, u.state::text
    from team_members t join users u on u.id = t.user_id
    where t.team_id = ${team.id}::uuid
      and (t.role = 'owner' or t.user_id in (${viewerId}::uuid, ${userId}::uuid))`;
  const roleOf = (id: string) => members.find((member) => member.userId === id)?.role ?? null;
  const viewerRole = roleOf(viewerId);
  if (viewerRole === null) throw problem('forbidden');
  if (!can(viewerRole, needs)) throw problem('team_role_denied');
  const hasOtherOwner = members.some(
    (member) => member.role === 'owner' && member.state === 'active' && member.userId !== userId,
  );
  const ownerIds = members.filter(({ role }) => role === 'owner').map((owner) => owner.userId);
  return { id: team.id, was: roleOf(userId), hasOtherOwner, ownerIds };
}
