import { noContent, ok, type Routes, route } from '../route.js';

const bulk = {
  method: 'POST',
  tag: 'beta',
  stage: 'beta',
  access: 'optional',
  scopes: ['mods:read'],
  rate: 'bulk',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
  body: { names: 'snake' },
  bind: { input: 'body' },
  reply: ok(),
} as const;

const subscriptions = {
  tag: 'beta',
  stage: 'beta',
  path: '/beta/webhook-subscriptions/{subscription_id}',
  access: 'required',
  rate: 'webhooks',
  precondition: 'none',
  cache: 'private',
} as const;

const ofSubscription = ['not_found', 'gone', 'resource_scope_denied'] as const;

/** Operations that may still change or be removed (Spec 9). */
export const betaRoutes: Routes = {
  lookupArtifacts: route({
    ...bulk,
    path: '/beta/artifacts:lookup',
    summary: 'Find files by their hashes',
    description:
      'Tells which published files have the bytes of up to 1,000 hashes, with their mods and ' +
      'versions, in the order of the request; a hash that nothing is published under is left out. ' +
      'It finds what the summary of a file shows to everybody, and nothing else, whoever asks. ' +
      'Several files may have the same bytes: at most five are named, what was published first ' +
      'comes first, and `has_more` says that there are others.',
    errors: [],
  }),
  checkUpdates: route({
    ...bulk,
    path: '/beta/updates:check',
    summary: 'See which installed files have newer versions',
    description:
      'Tells of up to 1,000 installed files, each named by its id or by a hash, whether their mods ' +
      'have something newer for this game version, loader and platform: the file that an install ' +
      'plan of that mod alone would choose. Items are answered one by one, in their order. A ' +
      'withdrawn file is recognised, and whatever fits takes its place; what is unsafe, hidden or ' +
      'of another game is `unknown`. What takes longer than two seconds is 422 `validation_failed` ' +
      'with the field code `too_complex`; ask about fewer files then.',
    errors: ['not_found', 'unsupported_version', 'validation_failed'],
  }),
  getUser: route({
    method: 'GET',
    path: '/beta/users/{username}',
    tag: 'beta',
    stage: 'beta',
    summary: 'Find an account by its username',
    description:
      'Returns the id, the display name and the profile of an account. `profile_url` is null if the ' +
      'profile is closed. Usernames are matched exactly, case included. An account that is blocked ' +
      'or deleted is `user_not_found`, as is an unknown one.',
    access: 'anonymous',
    scopes: ['mods:read'],
    rate: 'catalog-read',
    idempotency: 'none',
    precondition: 'none',
    cache: 'private',
    bind: { username: 'path.username' },
    reply: ok(),
    errors: ['user_not_found'],
  }),
  getWebhookSubscription: route({
    ...subscriptions,
    method: 'GET',
    summary: 'Read a subscription',
    description:
      'Returns one of your subscriptions without its secret. The `ETag` is what an update names in ' +
      '`If-Match`.',
    scopes: ['webhooks:read'],
    idempotency: 'none',
    bind: { id: 'path.subscription_id' },
    reply: ok(),
    errors: [...ofSubscription],
  }),
  updateWebhookSubscription: route({
    ...subscriptions,
    method: 'PATCH',
    summary: 'Change, enable or disable a subscription',
    description:
      'Changes what is sent and leaves the rest; null clears `description`. A new `url` is checked ' +
      'as for a new subscription, and waiting deliveries go there. `enabled: false` cancels waiting ' +
      'deliveries. `enabled: true` begins the count of exhausted deliveries again; what happened ' +
      'meanwhile is not delivered. Enabling is `invalid_state` if 20 subscriptions are active. A ' +
      'request that changes nothing returns the unchanged `ETag`.',
    scopes: ['webhooks:write'],
    idempotency: 'optional',
    precondition: 'required',
    body: { names: 'snake' },
    bind: { id: 'path.subscription_id', input: 'body', expectedEtag: 'ifMatch' },
    reply: ok(),
    replay: {
      how: 'stored',
      operation: 'getWebhookSubscription',
      bind: { id: 'path.subscription_id' },
    },
    errors: [...ofSubscription, 'invalid_state'],
  }),
  deleteWebhookSubscription: route({
    ...subscriptions,
    method: 'DELETE',
    summary: 'Delete a subscription',
    description:
      'Deletes a subscription with its secrets, for good, and cancels its waiting deliveries. Its ' +
      'id answers 410 `gone` from then on.',
    scopes: ['webhooks:write'],
    idempotency: 'optional',
    bind: { id: 'path.subscription_id' },
    reply: noContent(),
    replay: 'empty',
    errors: [...ofSubscription],
  }),
};
