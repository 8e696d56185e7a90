import type { Configuration } from 'oidc-provider';
import { LIMITS } from '../../../registry/limits.js';

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
