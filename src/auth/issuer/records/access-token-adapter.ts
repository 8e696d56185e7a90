import type { Adapter } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { recordAdapter } from './adapter.js';
import { liveAccessToken } from './live-access-token.js';
import { presentedPayload } from './payload.js';

/**
 * Keeps access tokens. One is found as long as the API would take it, with the scopes that it would
 * have there, so that an introspection says what is true. Which personal token one was exchanged for
 * is told to nobody. One for agents has no family as far as the library knows: it ends with its
 * family, and to revoke it ends nothing else.
 */
export function accessTokenAdapter(platform: Platform): Adapter {
  return {
    ...recordAdapter(platform, 'AccessToken'),
    async find(value) {
      const token = await liveAccessToken(platform, value);
      if (token?.user.state !== 'active') return undefined;
      const { extra: _extra, grantId, ...payload } = presentedPayload(token, value);
      const scope = token.scopes.join(' ');
      return { ...payload, scope, ...(payload.aud === undefined ? { grantId } : {}) };
    },
  };
}
