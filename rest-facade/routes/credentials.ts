import { created, noContent, ok, okList, type Routes, route } from '../route.js';

const keys = {
  tag: 'credentials',
  access: 'required',
  scopes: ['credentials:manage'],
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
      'Your tokens and keys, newest first, with those that have ended; no answer has a secret. A ' +
      'credential that is limited to some mods sees those that reach no others.',
    bind: { cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    errors: [],
  }),
  createApiKey: route({
    ...keys,
    ...shownOnce,
    method: 'POST',
    path: '/api-keys',
    summary: 'Make a key for a program',
    description:
      'Makes a key of these scopes that reaches the mods it names and no others. The answer has ' +
      'its `secret`, this once: a repeat is refused, and the list tells whether there is a key. You ' +
      'hand on only scopes and mods that your own credential has, no key outlives a token or key ' +
      'that made it, and sensitive scopes need a second factor within the 15 minutes before. The ' +
      'token of an application makes none: a key would outlive what its user allowed.',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: created(),
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
    summary: 'Read what a key could be made with',
    description:
      'The scopes that keys may have and whether this credential can hand them on now, the mods ' +
      'that you work on with your role, and the limits.',
    bind: {},
    reply: ok(),
    errors: [],
  }),
  rotateApiKey: route({
    ...keys,
    ...shownOnce,
    method: 'POST',
    path: '/api-keys/{api_key_id}/rotate',
    summary: 'Give a key a new secret',
    description:
      'Makes a key with the same name, scopes, mods and end, whose `secret` is in the answer, this ' +
      'once. The key before it holds at most ten minutes more. A key is rotated once; a key that has ' +
      'ended, or has a successor, is `invalid_state`. A key of sensitive scopes is rotated by itself, ' +
      'or after a second factor.',
    bind: { id: 'path.api_key_id' },
    reply: created(),
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
    summary: 'End a key',
    description:
      'Ends a key with the next request that presents it; asked again, nothing happens. What it was ' +
      'rotated from or to is another key, which is ended by its own id.',
    bind: { id: 'path.api_key_id' },
    reply: noContent(),
    errors: ['gone', 'resource_scope_denied'],
  }),
};
