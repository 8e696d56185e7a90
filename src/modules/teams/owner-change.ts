import type { Tx } from '../../platform/database/connect.js';
import type { TeamRole } from '../../registry/access.js';
import { requireAal2Grant } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { bumpAccess, bumpAccessOf } from '../accounts/index.js';
import type { LockedTeam } from './locked-team.js';

/** A change of one member of a locked team. */
export interface MemberChange {
  readonly team: LockedTeam;
  readonly userId: string;
  /** The new role; null for a member who leaves. */
  readonly role: TeamRole | null;
}

/**
 * Demands AAL2 for a change that adds, changes or removes an owner (decisions, Permissions): from a
 * session at the change, from any other credential at the grant of `teams:admin`. Throws
 * `step_up_required`.
 */
export function requireOwnerChange(ctx: RequestContext, change: MemberChange): void {
  if (concernsOwner(change)) requireAal2Grant(ctx, 'teams:admin');
}

/**
 * Tells the affected accounts of a change, in its transaction. A change of an owner affects the member
 * and every owner of the team; any other change affects the member alone.
 */
export async function tellAffected(tx: Tx, change: MemberChange): Promise<void> {
  const { team, userId } = change;
  if (!concernsOwner(change)) return bumpAccess(tx, userId, ['teams']);
  await bumpAccessOf(tx, [...new Set([userId, ...team.ownerIds])], ['teams']);
}

function concernsOwner({ team, role }: MemberChange): boolean {
  return team.was === 'owner' || role === 'owner';
}
