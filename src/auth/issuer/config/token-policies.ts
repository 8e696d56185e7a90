import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { isAllowedNow } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';

/** A client may revoke its own tokens. It cannot detect whether other tokens exist. */
export async function allowsRevocation(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: { readonly clientId?: string | undefined },
): Promise<boolean> {
  return token.clientId === client.clientId;
}

/** The client metadata that lists what a client is trusted with. */
export const TRUSTED = 'trusted_with';

/**
 * Returns whether a client may introspect tokens: a confidential client with an approved review
 * (Spec 4.7).
 */
export function isTrusted(client: Client | undefined): boolean {
  const trusted = client?.[TRUSTED];
  return Array.isArray(trusted) && trusted.includes('introspection');
}

/**
 * Returns whether the library reports a token to a client. Only trusted clients may ask. The
 * library finds access tokens only while they are valid. It finds refresh tokens longer, to detect
 * their reuse, so this also checks that the user's approval still exists.
 */
export function mayIntrospect(platform: Platform) {
  return async (_ctx: KoaContextWithOIDC, client: Client, token: Asked): Promise<boolean> => {
    if (!isTrusted(client)) return false;
    if (token.kind !== 'RefreshToken') return true;
    const { clientId, accountId } = token;
    return Boolean(clientId && accountId && (await isAllowedNow(platform.db, clientId, accountId)));
  };
}

/** A token that a client introspects. */
interface Asked {
  readonly kind: string;
  readonly clientId?: string | undefined;
  readonly accountId?: string | undefined;
}
