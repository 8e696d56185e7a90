import { noContent, ok, okList, type Routes, route } from '../route.js';

const team = {
  tag: 'credentials',
  access: 'required',
  scopes: ['teams:admin'],
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
      'Everybody who works on the mod, in the order in which they joined, with what the role of ' +
      'each allows. Every member may read it.',
    rate: 'account',
    bind: { modId: 'path.mod_id', cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    errors: ofTeam,
  }),
  setModTeamMember: route({
    ...team,
    method: 'PUT',
    path: '/mods/{mod_id}/team-members/{user_id}',
    summary: 'Take somebody into the team of a mod, or change their role',
    description:
      'For owners. It holds from the next request of the member on. A team keeps at least one ' +
      'owner whose account may act: the last one stays `owner`. To add or change an owner takes a ' +
      'credential that was granted `teams:admin` after a second factor, else it is ' +
      '`step_up_required`. Every owner and the member are told by mail.',
    rate: 'mod-write',
    idempotency: 'optional',
    body: { names: 'snake' },
    bind: { ...member, role: 'body.role' },
    reply: ok(),
    replay: { how: 'stored', operation: 'readModTeamMember', bind: member },
    errors: [...ofTeam, 'team_role_denied', 'step_up_required', 'user_not_found', 'invalid_state'],
  }),
  removeModTeamMember: route({
    ...team,
    method: 'DELETE',
    path: '/mods/{mod_id}/team-members/{user_id}',
    summary: 'Take somebody out of the team of a mod',
    description:
      'For owners; every member may leave. It holds from the next request of the member on. Who ' +
      'is no member stays none, so a repeat is 204 as well. The last owner stays. To remove an owner ' +
      'takes a credential that was granted `teams:admin` after a second factor, else it is ' +
      '`step_up_required`. Every owner and the member are told by mail.',
    rate: 'mod-write',
    bind: member,
    reply: noContent(),
    errors: [...ofTeam, 'team_role_denied', 'step_up_required', 'user_not_found', 'invalid_state'],
  }),
};
