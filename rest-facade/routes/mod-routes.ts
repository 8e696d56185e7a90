/**
 * The usual properties of a write route for mods, versions, pictures or external files. A route
 * overrides what differs, such as `precondition`; a read also overrides `rate` and `idempotency`.
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
