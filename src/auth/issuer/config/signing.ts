import { generateKeyPairSync } from 'node:crypto';
import type { Configuration } from 'oidc-provider';
import type { Keyring } from '../../../modules/signing-keys/index.js';

/** What ID tokens are signed with: Spec 5.2 has them signed with RS256. */
export function signing(keyring: Keyring | null): Configuration {
  if (!keyring) return unsigned();
  return {
    // The key set that clients read is written from the same keyring, by http/endpoints.ts.
    jwks: { keys: [...keyring.privateJwks] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
  };
}

/**
 * Where no ID tokens are issued, the library still wants a key for those of each client. It gets one
 * that costs nothing, that nobody ever sees, and that signs nothing.
 */
function unsigned(): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
  };
}
