import type { Client, KoaContextWithOIDC } from 'oidc-provider';

/**
 * Returns whether a page of another origin may request a client's tokens. The client must be public
 * and have a redirect URI at that origin. Confidential clients must keep their secret out of pages.
 */
export function isOriginOfClient(
  _ctx: KoaContextWithOIDC,
  origin: string,
  client: Client,
): boolean {
  if (client.clientAuthMethod !== 'none' || !origin.startsWith('https://')) return false;
  return (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin);
}
