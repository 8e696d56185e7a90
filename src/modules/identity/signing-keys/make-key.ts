import { createHash, createPrivateKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** The minimum of RS256 (RFC 7518 3.3), which every client verifies quickly. */
const MODULUS_BITS = 2048;

/** A public key as a JWK (RFC 7517). */
export type PublicJwk = Readonly<Record<'kty' | 'kid' | 'use' | 'alg' | 'n' | 'e', string>>;
/** A private key as a JWK. */
export type PrivateJwk = PublicJwk & Readonly<Record<'d' | 'p' | 'q' | 'dp' | 'dq' | 'qi', string>>;

/** A new key for RS256. */
export interface NewKey {
  readonly kid: string;
  readonly publicJwk: PublicJwk;
  readonly privateJwk: PrivateJwk;
}

/** Generates a key. Its id is its thumbprint (RFC 7638), so a key always has the same id. */
export async function makeKey(): Promise<NewKey> {
  const { privateKey } = await generate('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { kty, n, e, d, p, q, dp, dq, qi } = createPrivateKey(privateKey).export({ format: 'jwk' });
  const all = { kty, n, e, d, p, q, dp, dq, qi };
  if (!isJwk(all)) throw new Error('a key of RSA is incomplete');
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  const named = { kid, use: 'sig', alg: 'RS256' };
  const publicJwk = { kty: all.kty, ...named, n: all.n, e: all.e };
  return { kid, publicJwk, privateJwk: { ...all, ...named } };
}

function isJwk<T extends string>(key: Record<T, unknown>): key is Record<T, string> {
  return Object.values(key).every((value) => typeof value === 'string');
}
