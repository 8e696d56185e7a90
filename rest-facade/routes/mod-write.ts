/** The properties that all writes to a mod, its versions and its pictures share, except scopes. */
export const modWrite = {
  tag: 'publishing',
  access: 'required',
  rate: 'mod-write',
  idempotency: 'optional',
  precondition: 'none',
  cache: 'private',
} as const;

/** The same, for writes to the mod itself. */
export const mods = { ...modWrite, scopes: ['mods:write'] } as const;

/** The refusals of any write to a mod that depend on the caller. */
export const ofMod = [
  'not_found',
  'gone',
  'forbidden',
  'team_role_denied',
  'resource_scope_denied',
] as const;
