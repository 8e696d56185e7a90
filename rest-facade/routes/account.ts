import { ok, okList, type Routes, route } from '../route.js';

const account = {
  tag: 'account',
  access: 'required',
  rate: 'account',
  precondition: 'none',
  cache: 'private',
} as const;

/** The presented credential and its account (Spec 4.6). */
export const accountRoutes: Routes = {
  getMe: route({
    ...account,
    method: 'GET',
    path: '/me',
    summary: 'Read whose credential this is',
    description:
      'Tells of the account and of the presented credential; any that holds will do. The profile ' +
      'beyond id and username is null without `profile:read` and `account:read`. ' +
      '`access_revision` rises with every change of what the account may reach.',
    scopes: [],
    idempotency: 'none',
    bind: {},
    reply: ok(),
    errors: [],
  }),
  listMyResources: route({
    ...account,
    method: 'GET',
    path: '/me/resources',
    summary: 'List the mods that you work on',
    description:
      'The mods in whose teams you are, drafts included, the latest joined first, with your role ' +
      'and what it allows. A credential that is limited to some mods sees those.',
    scopes: ['account:read'],
    idempotency: 'none',
    bind: { cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    errors: [],
  }),
  updateMyProfile: route({
    ...account,
    method: 'PATCH',
    path: '/me/profile',
    summary: 'Change your profile',
    description:
      'Changes what is sent and leaves the rest. The catalog shows a new name beside all mods of ' +
      'the account a few seconds later. A credential that is limited to some mods is refused.',
    scopes: ['profile:write'],
    idempotency: 'optional',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: ok(),
    replay: { how: 'stored', operation: 'readMyProfile', bind: {} },
    errors: ['resource_scope_denied'],
  }),
};
