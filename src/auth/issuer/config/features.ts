import type { Configuration } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { allowsRevocation, mayIntrospect } from './token-policies.js';

const off = { enabled: false } as const;

/** The enabled features of the library; all others are unreachable. */
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
