import { ok, okList, type Routes, route } from '../route.js';

const account = {
  tag: 'account',
  rate: 'account',
  precondition: 'none',
  cache: 'private',
} as const;

/** The presented credential, its account and the mods of its teams (Spec 4.6). */
export const accountRoutes: Routes = {
  getMe: route({
    ...account,
    method: 'GET',
    path: '/me',
    summary: 'Read your account and credential',
    description:
      'Returns the account and the presented credential. Any valid credential works. ' +
      'With neither `profile:read` nor `account:read`, the profile is null except for id and ' +
      "username. `access_revision` increases with every change of the account's access " +
      'rights.',
    idempotency: 'none',
    bind: {},
    reply: ok(),
    statements: 2,
    errors: [],
  }),
  listMyResources: route({
    ...account,
    method: 'GET',
    path: '/me/resources',
    summary: 'List the mods that you work on',
    description:
      'Lists the mods whose teams include you, drafts too, with your role and its ' +
      'permissions. The teams that you joined last come first. A credential that is limited ' +
      'to some mods sees only those.',
    idempotency: 'none',
    bind: { cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    statements: 2,
    errors: [],
  }),
  updateMyProfile: route({
    ...account,
    method: 'PATCH',
    path: '/me/profile',
    summary: 'Change your profile',
    description:
      'Changes the members that you send and keeps the rest. The catalog shows a new name ' +
      'with all mods of the account a few seconds later. A credential that is limited to ' +
      'some mods is refused.',
    idempotency: 'optional',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: ok(),
    replay: { how: 'stored', operation: 'readMyProfile', bind: {} },
    statements: 9,
    errors: ['resource_scope_denied'],
  }),
};
