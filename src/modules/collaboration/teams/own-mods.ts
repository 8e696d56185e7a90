import { Prisma } from '../../../platform/database/generated/client.js';
import { can, TEAM_ROLES, type TeamRole } from '../../../registry/access.js';
import { actsAsStaff } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { UserViewer } from '../../../request/viewer.js';
import { withinGrant } from '../../identity/index.js';

/** The roles that may read drafts and upload states. */
const READERS = (Object.keys(TEAM_ROLES) as TeamRole[]).filter((role) => can(role, 'read-drafts'));

/**
 * The ids of the mods whose drafts the viewer may read, as a subquery; a limited credential
 * excludes its other mods.
 */
export function ownMods({ userId, credential }: UserViewer): Prisma.Sql {
  return Prisma.sql`select m.id from team_members t join mods m on m.team_id = t.team_id
    where t.user_id = ${userId}::uuid and t.role::text = any(${READERS}) and m.state <> 'deleted'
      ${withinGrant(credential.modIds, Prisma.sql`m.id`)}`;
}

/**
 * The users who may read drafts, as a subquery of `user_id`, `mod_id` and the `state` of the mod.
 */
export function readersOf(): Prisma.Sql {
  return Prisma.sql`select t.user_id, m.id as mod_id, m.state
    from team_members t join mods m on m.team_id = t.team_id where t.role::text = any(${READERS})`;
}

/** `seesDrafts` as a SQL condition for the mod in a column. */
export function draftsSeen(ctx: RequestContext, modId: Prisma.Sql): Prisma.Sql {
  const { viewer } = ctx;
  if (viewer.kind !== 'user') return Prisma.sql`false`;
  return actsAsStaff(ctx) ? Prisma.sql`true` : Prisma.sql`${modId} in (${ownMods(viewer)})`;
}
