/** The properties that all writes to a mod, its versions and its pictures share. */
export const modWrite = {
  tag: 'publishing',
  rate: 'mod-write',
  idempotency: 'optional',
  precondition: 'none',
  cache: 'private',
} as const;

/** The refusals of any write to a mod that depend on the caller. */
export const modRefusals = [
  'not_found',
  'gone',
  'forbidden',
  'team_role_denied',
  'resource_scope_denied',
] as const;
