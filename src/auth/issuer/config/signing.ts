import { generateKeyPairSync } from 'node:crypto';
import type { Configuration } from 'oidc-provider';
import type { Keyring } from '../../../modules/identity/index.js';

/** The signing keys of ID tokens. Spec 5.2 requires RS256. */
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
