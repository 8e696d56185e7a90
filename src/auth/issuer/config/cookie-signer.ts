import { timingSafeEqual } from 'node:crypto';
import { type Keys, macOfText } from '../../../platform/keys.js';

/** Signs cookies for the library, with the interface of the package keygrip. */
export interface CookieSigner {
  sign(data: string): string;
  verify(data: string, digest: string): boolean;
  /** 0 for the present key, 1 for a former key (the cookie is then signed again), else -1. */
  index(data: string, digest: string): number;
}

/**
 * Creates a signer that follows a key rotation at once. The library would keep the keys of its
 * start.
 */
export function cookieSigner(keys: Keys): CookieSigner {
  const sign = (data: string) => keys.mac('interactions', data).toString('base64url');
  const verify = (data: string, digest: string) =>
    keys.verify('interactions', data, macOfText(digest));
  return {
    sign,
    verify,
    index(data, digest) {
      if (!verify(data, digest)) return -1;
      return timingSafeEqual(Buffer.from(sign(data)), Buffer.from(digest)) ? 0 : 1;
    },
  };
}
