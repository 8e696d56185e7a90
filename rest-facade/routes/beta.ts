import { created, noContent, ok, okList, type Routes, route } from '../route.js';

const bulk = {
  method: 'POST',
  tag: 'beta',
  stage: 'beta',
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
  rate: 'webhooks',
  precondition: 'none',
  cache: 'private',
} as const;

const searching = {
  method: 'GET',
  tag: 'beta',
  stage: 'beta',
  rate: 'search',
  idempotency: 'none',
  precondition: 'none',
  cache: 'public',
  reply: ok(),
  errors: [],
} as const;

const publishers = {
  tag: 'beta',
  stage: 'beta',
  precondition: 'none',
  cache: 'private',
} as const;

const ofOwnedMod = [
  'not_found',
  'gone',
  'forbidden',
  'team_role_denied',
  'resource_scope_denied',
] as const;

const ofSubscription = ['not_found', 'gone', 'resource_scope_denied'] as const;

/**
 * Operations that may still change or be removed (Spec 9): lookups of files and updates, additions
 * to search, accounts by username, single webhook subscriptions, and trusted publishers.
 */
export const betaRoutes: Routes = {
  lookupArtifacts: route({
    ...bulk,
    path: '/beta/artifacts:lookup',
    summary: 'Find files by their hashes',
    description:
      'Finds published files by up to 1,000 hashes and returns them with their mods and ' +
      'versions, in the order of the request. Hashes without a published file are omitted. ' +
      'Every caller gets the same result: what the public summary of a file shows. Several ' +
      'files may have the same bytes. At most five are returned, the earliest published ' +
      'first, and `has_more` says that there are more.',
    statements: 1,
    errors: [],
  }),
  checkUpdates: route({
    ...bulk,
    path: '/beta/updates:check',
    summary: 'Check installed files for updates',
    description:
      'Checks up to 1,000 installed files, each given by its id or a hash, for something ' +
      'newer for this game version, loader and platform. The newer file is the one that an ' +
      'install plan for that mod alone would choose. Results come in the order of the ' +
      'items. A withdrawn file is recognised, and any file that fits replaces it. A file ' +
      'that is unsafe, hidden or of another game is `unknown`. A check that takes longer ' +
      'than two seconds returns 422 `validation_failed` with the field code `too_complex`; ' +
      'send fewer files then.',
    statements: 4,
    errors: ['not_found', 'unsupported_version', 'validation_failed'],
  }),
  searchFacets: route({
    ...searching,
    path: '/beta/search/facets',
    summary: 'Count mods by filter values',
    description:
      'Counts the mods that `GET /search` finds with the same parameters, by game, category, ' +
      'loader and game version. Without `q`, counts the mods that `GET /mods` lists. Each list ' +
      'has the 50 most frequent values. Use a value as the filter of the same name. Mods ' +
      'that fit any loader or any game version are in `total`, but not in those lists. If ' +
      '`complete` is false, more mods match than were counted, and the numbers are lower bounds.',
    bind: {
      gameSlug: 'query.game_slug',
      gameVersion: 'query.game_version',
      loader: 'query.loader',
      category: 'query.category',
      author: 'query.author',
      q: 'query.q',
      sort: 'query.sort',
    },
    statements: 5,
  }),
  suggest: route({
    ...searching,
    path: '/beta/suggest',
    summary: 'Suggest mods, authors and categories',
    description:
      'Completes a text while a user types it. Mods match by their title, as in a search whose ' +
      'last word may be incomplete. Authors match by the beginning of their username or display ' +
      'name; they have an open profile and a published mod. Categories match by the beginning of ' +
      'their name or slug. `limit` applies to each of the three lists.',
    bind: { q: 'query.q', gameSlug: 'query.game_slug', limit: 'query.limit' },
    statements: 6,
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
    rate: 'catalog-read',
    idempotency: 'none',
    precondition: 'none',
    cache: 'private',
    bind: { username: 'path.username' },
    reply: ok(),
    statements: 1,
    errors: ['user_not_found'],
  }),
  getWebhookSubscription: route({
    ...subscriptions,
    method: 'GET',
    summary: 'Read a subscription',
    description:
      'Returns one of your subscriptions without its secret. Send its `ETag` in `If-Match` ' +
      'with an update.',
    idempotency: 'none',
    bind: { id: 'path.subscription_id' },
    reply: ok(),
    statements: 2,
    errors: [...ofSubscription],
  }),
  updateWebhookSubscription: route({
    ...subscriptions,
    method: 'PATCH',
    summary: 'Change, enable or disable a subscription',
    description:
      'Changes the members that you send and keeps the rest; null clears `description`. A ' +
      'new `url` is checked as for a new subscription, and waiting deliveries go there. ' +
      '`enabled: false` cancels waiting deliveries. `enabled: true` resets the count of ' +
      'failed deliveries; events in between are not delivered. Enabling returns ' +
      '`invalid_state` if too many subscriptions are active; `detail` names the limit. A ' +
      'request that changes nothing returns the unchanged `ETag`.',
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
    statements: 14,
    errors: [...ofSubscription, 'invalid_state'],
  }),
  deleteWebhookSubscription: route({
    ...subscriptions,
    method: 'DELETE',
    summary: 'Delete a subscription',
    description:
      'Deletes a subscription and its secrets permanently, and cancels its waiting ' +
      'deliveries. From then on, its id returns 410 `gone`.',
    idempotency: 'optional',
    bind: { id: 'path.subscription_id' },
    reply: noContent(),
    replay: 'empty',
    statements: 11,
    errors: [...ofSubscription],
  }),
  listTrustedPublishers: route({
    ...publishers,
    method: 'GET',
    path: '/beta/mods/{mod_id}/trusted-publishers',
    summary: 'List the trusted publishers of a mod',
    description:
      'For owners. Lists the workflows that may publish versions of the mod without a stored ' +
      'secret, the oldest first. `active` is false while the owner who configured one does not own ' +
      'the mod, is blocked or leaves the service, while the mod is deleted, and while the service ' +
      'does not trust the issuer.',
    rate: 'account',
    idempotency: 'none',
    bind: { modId: 'path.mod_id', cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    statements: 3,
    errors: ofOwnedMod,
  }),
  createTrustedPublisher: route({
    ...publishers,
    method: 'POST',
    path: '/beta/mods/{mod_id}/trusted-publishers',
    summary: 'Let a workflow publish versions of a mod',
    description:
      'For owners. A job of this workflow exchanges the token of its CI service at `/oauth/token` ' +
      'for an access token of 15 minutes, which publishes versions of this mod and nothing else. It ' +
      'works while you own the mod, and the audit log names you. Name an environment or a branch ' +
      'that only maintainers can use. If you omit the ids of the repository and its owner, the ' +
      'first run sets them. The credential must have been granted `teams:admin` after a second ' +
      'factor; otherwise the response is `step_up_required`.',
    rate: 'mod-write',
    idempotency: 'optional',
    body: { names: 'snake' },
    bind: { modId: 'path.mod_id', input: 'body' },
    reply: created(),
    replay: {
      how: 'stored',
      operation: 'readTrustedPublisher',
      bind: { modId: 'path.mod_id', id: 'effect' },
    },
    statements: 23,
    errors: [...ofOwnedMod, 'step_up_required', 'invalid_state'],
  }),
  deleteTrustedPublisher: route({
    ...publishers,
    method: 'DELETE',
    path: '/beta/mods/{mod_id}/trusted-publishers/{trusted_publisher_id}',
    summary: 'Remove a trusted publisher',
    description:
      'For owners. The workflow publishes no more, and tokens of its runs stop working at once. ' +
      'Versions keep their `provenance`. From then on, its id returns 410 `gone`. The credential ' +
      'must have been granted `teams:admin` after a second factor; otherwise the response is ' +
      '`step_up_required`.',
    rate: 'mod-write',
    idempotency: 'optional',
    bind: { modId: 'path.mod_id', id: 'path.trusted_publisher_id' },
    reply: noContent(),
    replay: 'empty',
    statements: 17,
    errors: [...ofOwnedMod, 'step_up_required'],
  }),
};
