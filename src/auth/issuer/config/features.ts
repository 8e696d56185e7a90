import { timingSafeEqual } from 'node:crypto';
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { type Keys, macOfText } from '../../../platform/keys.js';
import type { Platform } from '../../../platform/platform.js';
import { allowsRevocation, mayIntrospect } from './tokens.js';

const off = { enabled: false } as const;

/** The features of the library: only devices, revocation and introspection are enabled. */
export function features(platform: Platform): Configuration['features'] {
  return {
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: '****-****',
      // The device's address and program are not stored, for privacy.
      deviceInfo: () => ({}),
    },
    revocation: { enabled: true, allowedPolicy: allowsRevocation },
    introspection: { enabled: true, allowedPolicy: mayIntrospect(platform) },
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    resourceIndicators: off,
    rpInitiatedLogout: off,
    userinfo: off,
  };
}

/**
 * Returns whether a page of another origin may call the revocation and introspection endpoints for
 * a client. The origin must be https, and the client must be public, with a redirect URI at that
 * origin. All origins may call the token and device endpoints, so this does not apply there.
 */
export function isOriginOfPublicClient(
  _ctx: KoaContextWithOIDC,
  origin: string,
  client: Client,
): boolean {
  if (client.clientAuthMethod !== 'none' || !origin.startsWith('https://')) return false;
  return (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin);
}

/** The paths of the library's endpoints (Spec 4.7). */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device_authorization: '/oauth/device_authorization',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/.well-known/jwks.json',
  /**
   * The page where users type the code of a device. modport serves it; the library only links to
   * it.
   */
  code_verification: '/oauth/device',
} as const;

/** Signs cookies for the library, with the interface of the package keygrip. */
interface CookieSigner {
  sign(data: string): string;
  verify(data: string, digest: string): boolean;
  /** 0 for the present key, 1 for a former key (the cookie is then signed again), else -1. */
  index(data: string, digest: string): number;
}

/**
 * Creates a signer that uses the present keys at each call. The library's own signer would keep the
 * keys of its start, even after a key rotation.
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
