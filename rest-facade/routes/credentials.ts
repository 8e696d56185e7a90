import { created, noContent, ok, okList, type Routes, route } from '../route.js';

const keys = {
  tag: 'credentials',
  rate: 'credentials',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
} as const;

/** A secret is shown once, so a retry gets `idempotency_replay_unavailable`. */
const shownOnce = { idempotency: 'required', replay: 'unavailable' } as const;

/** Keys that a user gives to programs (Spec 4.5). */
export const credentialRoutes: Routes = {
  listApiKeys: route({
    ...keys,
    method: 'GET',
    path: '/api-keys',
    summary: 'List your tokens and keys',
    description:
      'Lists your tokens and keys, newest first, including ended ones, without secrets. A ' +
      'credential that is limited to some mods sees only credentials for those mods.',
    bind: { cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    statements: 2,
    errors: [],
  }),
  createApiKey: route({
    ...keys,
    ...shownOnce,
    method: 'POST',
    path: '/api-keys',
    summary: 'Create a key for a program',
    description:
      'Creates a key with these scopes for exactly the mods that it names. The response ' +
      'contains the `secret`, only this once. A repeated request is refused; list your keys ' +
      'to see whether the key exists. You can pass on only scopes and mods that your own ' +
      'credential has. A key never outlives the token or key that created it. Sensitive ' +
      'scopes need a second factor within the last 15 minutes. The token of an application ' +
      "cannot create keys, because a key would outlive the user's approval.",
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: created(),
    statements: 15,
    errors: [
      'invalid_scope',
      'delegated_scope_denied',
      'resource_scope_denied',
      'step_up_required',
      'forbidden',
      'gone',
      'invalid_state',
    ],
  }),
  getApiKeyCapabilities: route({
    ...keys,
    method: 'GET',
    path: '/api-keys/capabilities',
    summary: 'Read the options for a new key',
    description:
      'Returns the scopes that keys can have, whether this credential can pass them on now, ' +
      'the mods that you work on with your role, and the limits.',
    bind: {},
    reply: ok(),
    statements: 3,
    errors: [],
  }),
  rotateApiKey: route({
    ...keys,
    ...shownOnce,
    method: 'POST',
    path: '/api-keys/{api_key_id}/rotate',
    summary: 'Rotate a key',
    description:
      'Creates a key with the same name, scopes, mods and expiry. The response contains its ' +
      '`secret`, only this once. The old key stays valid for at most ten more minutes. A ' +
      'key can be rotated once: a key that has ended or has a successor returns ' +
      '`invalid_state`. A key with sensitive scopes can be rotated by itself, or after a ' +
      'second factor. If another token or key rotates it, the new key ends with that one too.',
    bind: { id: 'path.api_key_id' },
    reply: created(),
    statements: 16,
    errors: [
      'gone',
      'delegated_scope_denied',
      'resource_scope_denied',
      'step_up_required',
      'forbidden',
      'invalid_state',
    ],
  }),
  revokeApiKey: route({
    ...keys,
    method: 'DELETE',
    path: '/api-keys/{api_key_id}',
    summary: 'Revoke a key',
    description:
      'Revokes a key, and the keys that it created. They stop working with the next request. ' +
      'Repeating the request changes nothing. Keys that it was rotated from or to are ' +
      'separate; revoke each by its own id.',
    bind: { id: 'path.api_key_id' },
    reply: noContent(),
    statements: 13,
    errors: ['gone', 'resource_scope_denied'],
  }),
};
