import type { Client, KoaContextWithOIDC } from 'oidc-provider';

/**
 * Which pages of other sites may ask for a client's tokens: those of a public client that its users
 * are sent back to. Whoever has a secret keeps it out of pages.
 */
export function isOriginOfClient(
  _ctx: KoaContextWithOIDC,
  origin: string,
  client: Client,
): boolean {
  if (client.clientAuthMethod !== 'none' || !origin.startsWith('https://')) return false;
  return (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin);
}
