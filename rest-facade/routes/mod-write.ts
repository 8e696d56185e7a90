/** What all writes to a mod, its versions and its pictures have in common, but for their scopes. */
export const modWrite = {
  tag: 'publishing',
  access: 'required',
  rate: 'mod-write',
  idempotency: 'optional',
  precondition: 'none',
  cache: 'private',
} as const;

/** The same, of the mod itself. */
export const mods = { ...modWrite, scopes: ['mods:write'] } as const;

/** What any write to a mod may be refused with because of who asks. */
export const ofMod = [
  'not_found',
  'gone',
  'forbidden',
  'team_role_denied',
  'resource_scope_denied',
] as const;
