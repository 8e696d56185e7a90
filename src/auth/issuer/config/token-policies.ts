import type { Client, KoaContextWithOIDC } from 'oidc-provider';

/** A client may end its own tokens; of those of others it learns not even that they exist. */
export async function allowsRevocation(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: { readonly clientId?: string | undefined },
): Promise<boolean> {
  return token.clientId === client.clientId;
}

/** What we add to the metadata of a client: what it is trusted with. */
export const TRUSTED = 'trusted_with';

/** Whether a client may ask about tokens: a confidential one that a review approved (Spec 4.7). */
export function isTrusted(client: Client | undefined): boolean {
  const trusted = client?.[TRUSTED];
  return Array.isArray(trusted) && trusted.includes('introspection');
}

/** The same, as the library asks it. */
export async function mayIntrospect(_ctx: KoaContextWithOIDC, client: Client): Promise<boolean> {
  return isTrusted(client);
}
