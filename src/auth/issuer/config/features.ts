import type { Configuration } from 'oidc-provider';
import { allowsRevocation, mayIntrospect } from './token-policies.js';

const off = { enabled: false } as const;

/** What of the library is in use; nothing else can be reached. */
export const FEATURES: Configuration['features'] = {
  deviceFlow: {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    // The address and the program of a device are nobody's business.
    deviceInfo: () => ({}),
  },
  revocation: { enabled: true, allowedPolicy: allowsRevocation },
  introspection: { enabled: true, allowedPolicy: mayIntrospect },
  devInteractions: off,
  dPoP: off,
  pushedAuthorizationRequests: off,
  resourceIndicators: off,
  rpInitiatedLogout: off,
  userinfo: off,
};
