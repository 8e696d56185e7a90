import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { isAllowedNow } from '../../../modules/apps/index.js';
import type { Platform } from '../../../platform/platform.js';

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

/**
 * Whether the library tells a client of a token: a trusted one, of what would be taken now. An
 * access token is only found as long as it holds; a refresh token is found longer, so that one that
 * is used again or revoked is known as what it was.
 */
export function mayIntrospect(platform: Platform) {
  return async (_ctx: KoaContextWithOIDC, client: Client, token: Asked): Promise<boolean> => {
    if (!isTrusted(client)) return false;
    if (token.kind !== 'RefreshToken') return true;
    const { clientId, accountId } = token;
    return Boolean(clientId && accountId && (await isAllowedNow(platform.db, clientId, accountId)));
  };
}

/** A token that somebody asks about. */
interface Asked {
  readonly kind: string;
  readonly clientId?: string | undefined;
  readonly accountId?: string | undefined;
}
