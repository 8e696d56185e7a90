import type { TeamRole } from '../src/registry/access.js';
import type { World } from './harness.js';

/** Adds a member to the team of a mod, without a request. */
export async function addTeamMember(
  { platform }: World,
  modId: string,
  member: { readonly userId: string; readonly role: TeamRole },
): Promise<void> {
  const { teamId } = await platform.db.mod.findUniqueOrThrow({ where: { id: modId } });
  await platform.db.teamMember.create({ data: { teamId, ...member } });
}
