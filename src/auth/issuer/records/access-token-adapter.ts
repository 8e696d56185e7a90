import type { Adapter } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { recordAdapter } from './adapter.js';
import { liveAccessToken } from './live-access-token.js';
import { presentedPayload } from './payload.js';

/**
 * Stores access tokens. It finds a token only while the API would accept it, with the scopes that
 * it would have there, so that introspection is accurate. The personal token behind an exchange
 * stays hidden. The library sees no family for an agent token. So the token ends with its family,
 * and revoking it ends nothing else.
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
