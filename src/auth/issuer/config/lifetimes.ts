import type { Configuration } from 'oidc-provider';
import { LIMITS } from '../../../registry/limits.js';

/** How long each thing lives, in seconds (Spec 8). */
export const LIFETIMES: Configuration['ttl'] = {
  AccessToken: LIMITS.accessTokenLifetimeSeconds,
  AuthorizationCode: LIMITS.authorizationCodeLifetimeSeconds,
  DeviceCode: LIMITS.deviceCodeLifetimeSeconds,
  IdToken: LIMITS.idTokenLifetimeSeconds,
  Interaction: LIMITS.interactionLifetimeSeconds,
  RefreshToken: LIMITS.refreshTokenLifetimeSeconds,
  // Until it is used: what follows from it keeps it alive.
  Grant: LIMITS.interactionLifetimeSeconds,
  // Never kept: the browser's session is the only one.
  Session: LIMITS.webSessionLifetimeSeconds,
};
