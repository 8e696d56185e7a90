/**
 * The usual properties of the routes of a mod, its versions, pictures and external files. They are
 * those of a write; a route may override some, such as `precondition`, and a read does.
 */
export const modRouteDefaults = {
  tag: 'publishing',
  rate: 'mod-write',
  idempotency: 'optional',
  precondition: 'none',
  cache: 'private',
} as const;

/** The refusals of any write to an existing mod, by its state and the rights of the caller. */
export const modRefusals = [
  'not_found',
  'gone',
  'forbidden',
  'team_role_denied',
  'resource_scope_denied',
] as const;
