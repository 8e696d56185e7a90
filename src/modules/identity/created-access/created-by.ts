/**
 * Selects the webhook subscriptions and trusted publishers to end:
 * - `clientIds`: those that these applications created for `userId`, or for all users without it
 * - `applicationsOf`: those that any application created for this user
 * - `credentialIds`: those that depend on one of these tokens or keys
 * - `sessionsOf`: those that this user created in a browser session, and subscriptions that a
 *   session enabled, redirected or gave a new secret
 */
export type CreatedBy =
  | { readonly clientIds: readonly string[]; readonly userId?: string }
  | { readonly applicationsOf: string }
  | { readonly credentialIds: readonly string[] }
  | { readonly sessionsOf: string };

/**
 * The data of an audit line: the application or credential whose end is the cause; empty for
 * sessions.
 */
export function causeOf(
  of: CreatedBy,
  { clientId, credentialId }: { clientId: string | null; credentialId: string | null },
): Readonly<Record<string, string | null>> {
  if ('credentialIds' in of) return { credential_id: credentialId };
  return 'sessionsOf' in of ? {} : { client_id: clientId };
}
