import { noContent, ok, okList, type Routes, route } from '../route.js';

const team = {
  tag: 'credentials',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
} as const;

const ofTeam = ['not_found', 'gone', 'forbidden', 'resource_scope_denied'] as const;

const member = { modId: 'path.mod_id', userId: 'path.user_id' } as const;

/** The members of a mod's team (Spec 4.5). */
export const teamRoutes: Routes = {
  listModTeamMembers: route({
    ...team,
    method: 'GET',
    path: '/mods/{mod_id}/team-members',
    summary: 'List the team of a mod',
    description:
      'Lists all team members with the permissions of their roles, in the order in which ' +
      'they joined. All members can read the list.',
    rate: 'account',
    bind: { modId: 'path.mod_id', cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    statements: 3,
    errors: ofTeam,
  }),
  setModTeamMember: route({
    ...team,
    method: 'PUT',
    path: '/mods/{mod_id}/team-members/{user_id}',
    summary: 'Add a team member, or change a role',
    description:
      "For owners. Takes effect with the member's next request. A team keeps at least one " +
      'owner with an active account: the last one stays `owner`. A member who leaves within ' +
      'seven days after their addition, without any work for the mod, cannot be added again for ' +
      'a day (`invalid_state`). To add or change an owner, the credential must have been ' +
      'granted `teams:admin` after a second factor; otherwise the response is ' +
      '`step_up_required`. All owners and the member get a mail.',
    rate: 'mod-write',
    idempotency: 'optional',
    body: { names: 'snake' },
    bind: { ...member, role: 'body.role' },
    reply: ok(),
    replay: { how: 'stored', operation: 'readModTeamMember', bind: member },
    statements: 17,
    errors: [...ofTeam, 'team_role_denied', 'step_up_required', 'user_not_found', 'invalid_state'],
  }),
  removeModTeamMember: route({
    ...team,
    method: 'DELETE',
    path: '/mods/{mod_id}/team-members/{user_id}',
    summary: 'Remove a team member',
    description:
      "For owners; members can also remove themselves. Takes effect with the member's next " +
      'request. Removing a user who is not a member also returns 204. The last owner stays. ' +
      'To remove an owner, the credential must have been granted `teams:admin` after a ' +
      'second factor; otherwise the response is `step_up_required`. All owners and the ' +
      'member get a mail.',
    rate: 'mod-write',
    bind: member,
    reply: noContent(),
    statements: 12,
    errors: [...ofTeam, 'team_role_denied', 'step_up_required', 'user_not_found', 'invalid_state'],
  }),
};
