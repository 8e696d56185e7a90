/**
 * The usual properties of the routes that write a mod, its versions, pictures and external files. A
 * route may override some, such as `precondition`.
 */
export const modWrite = {
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
