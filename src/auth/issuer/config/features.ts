import type { Configuration } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { allowsRevocation, mayIntrospect } from './token-policies.js';

const off = { enabled: false } as const;

/** What of the library is in use; nothing else can be reached. */
export function features(platform: Platform): Configuration['features'] {
  return {
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: '****-****',
      // The address and the program of a device are nobody's business.
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
