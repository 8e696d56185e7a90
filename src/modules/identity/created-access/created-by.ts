/**
 * Selects what was created by some applications, for one user or for all, by all applications of a
 * user, or by tokens and keys. `sessionsOf` selects what a user created in a browser session, which
 * no row names.
 */
export type CreatedBy =
  | { readonly clientIds: readonly string[]; readonly userId?: string }
  | { readonly applicationsOf: string }
  | { readonly credentialIds: readonly string[] }
  | { readonly sessionsOf: string };

/** The application or credential whose end an audit line names; empty for sessions. */
export function causeOf(
  of: CreatedBy,
  { clientId, credentialId }: { clientId: string | null; credentialId: string | null },
): Readonly<Record<string, string | null>> {
  if ('credentialIds' in of) return { credential_id: credentialId };
  return 'sessionsOf' in of ? {} : { client_id: clientId };
}
