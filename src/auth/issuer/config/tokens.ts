import { generateKeyPairSync } from 'node:crypto';
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { isAllowedNow, type Keyring } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';

/**
 * Returns whether a client may revoke a token: only its own. For another client's token, the
 * library responds with success and revokes nothing, so that a client cannot find out which tokens
 * exist.
 */
export async function allowsRevocation(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: { readonly clientId?: string | undefined },
): Promise<boolean> {
  return token.clientId === client.clientId;
}

/** The name of the client metadata that lists the special rights of a client: `introspection`. */
export const TRUSTED_WITH = 'trusted_with';

/**
 * Returns whether a client may introspect tokens: a confidential client with an approved review or
 * an operator's approval (Spec 4.7).
 */
export function isTrusted(client: Client | undefined): boolean {
  const trusted = client?.[TRUSTED_WITH];
  return Array.isArray(trusted) && trusted.includes('introspection');
}

/**
 * Returns a function that decides whether introspection shows a token to a client. The client must
 * be trusted. For a refresh token, the user's approval must also still exist, because the library
 * finds ended refresh tokens too. It finds access tokens only while they are valid.
 */
export function mayIntrospect(platform: Platform) {
  return async (
    _ctx: KoaContextWithOIDC,
    client: Client,
    token: IntrospectedToken,
  ): Promise<boolean> => {
    if (!isTrusted(client)) return false;
    if (token.kind !== 'RefreshToken') return true;
    const { clientId, accountId } = token;
    return Boolean(clientId && accountId && (await isAllowedNow(platform.db, clientId, accountId)));
  };
}

/** A token that a client introspects. */
interface IntrospectedToken {
  readonly kind: string;
  readonly clientId?: string | undefined;
  readonly accountId?: string | undefined;
}

/** The lifetimes of the library's records, in seconds (Spec 8). */
export const LIFETIMES: Configuration['ttl'] = {
  AccessToken: LIMITS.accessTokenLifetimeSeconds,
  AuthorizationCode: LIMITS.authorizationCodeLifetimeSeconds,
  DeviceCode: LIMITS.deviceCodeLifetimeSeconds,
  IdToken: LIMITS.idTokenLifetimeSeconds,
  Interaction: LIMITS.interactionLifetimeSeconds,
  RefreshToken: LIMITS.refreshTokenLifetimeSeconds,
  // The lifetime until first use. Its tokens then extend it.
  Grant: LIMITS.interactionLifetimeSeconds,
  // Never stored, because the browser's session is the only one.
  Session: LIMITS.webSessionLifetimeSeconds,
};

/**
 * The configuration of the keys that sign ID tokens (Spec 5.2, RS256). `keyring` is null if the
 * service issues no ID tokens.
 */
export function signing(keyring: Keyring | null): Configuration {
  if (!keyring) return unsigned();
  return {
    // The public key set comes from the same keyring, in http/endpoints.ts.
    jwks: { keys: [...keyring.privateJwks] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
  };
}

/**
 * Without ID tokens, the library still requires a signing key for its clients. It gets a throwaway
 * key, which signs nothing and is never published.
 */
function unsigned(): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
  };
}
