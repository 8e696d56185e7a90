import { validateHeaderValue } from 'node:http';
import type { SignedRequest, Storage } from '../storage.port.js';
import type { Grant, Tokens } from './tokens.js';

const METHODS = { put: 'PUT', part: 'PUT', get: 'GET', head: 'HEAD' } as const;

/** The HTTP method of a grant. */
export const methodOf = (grant: Grant): SignedRequest['method'] => METHODS[grant.operation];

/** The part of a store that signs requests. */
export type Signer = Pick<Storage, 'signPut' | 'signGet' | 'signHead' | 'signPart'>;

/**
 * Signs requests to `${mountedAt()}/TOKEN`. It reads the address on each call, because a service on
 * a free port learns its port late.
 */
export function createSigner(tokens: Tokens, mountedAt: () => string): Signer {
  const sign = (grant: Grant, headers: Record<string, string> = {}): SignedRequest => {
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    return {
      method: methodOf(grant),
      url: `${mountedAt()}/${tokens.seal(grant)}`,
      headers,
      expiresAt: grant.expiresAt,
    };
  };
  return {
    signPut: async (key, { sizeBytes, contentType }, expiresAt) =>
      sign(
        { operation: 'put', key, sizeBytes, contentType, expiresAt },
        { 'Content-Type': contentType, 'If-None-Match': '*' },
      ),
    signPart: async (key, multipartId, { partNumber, sizeBytes }, expiresAt) =>
      sign({ operation: 'part', key, multipartId, partNumber, sizeBytes, expiresAt }),
    signGet: async (key, served, expiresAt) =>
      sign({ operation: 'get', key, ...served, expiresAt }),
    signHead: async (key, served, expiresAt) =>
      sign({ operation: 'head', key, ...served, expiresAt }),
  };
}
