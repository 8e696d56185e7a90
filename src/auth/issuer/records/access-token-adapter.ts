import type { Adapter } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { recordAdapter } from './adapter.js';
import { liveAccessToken } from './live-access-token.js';
import { presentedPayload } from './payload.js';

/**
 * Keeps access tokens. One is found as long as the API would take it, with the scopes that it would
 * have there, so that an introspection says what is true.
 */
export function accessTokenAdapter(platform: Platform): Adapter {
  return {
    ...recordAdapter(platform, 'AccessToken'),
    async find(value) {
      const token = await liveAccessToken(platform, value);
      if (token?.user.state !== 'active') return undefined;
      return { ...presentedPayload(token, value), scope: token.scopes.join(' ') };
    },
  };
}
