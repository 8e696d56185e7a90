import type { Adapter, AdapterPayload } from 'oidc-provider';
import { findOauthClient, type OauthClient } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { GRANT_TYPES } from '../config/grant-types.js';
import type { IssuerSettings } from '../config/settings.js';
import { TRUSTED } from '../config/token-policies.js';
import { AGENT_CLIENT } from '../exchange/agent-client.js';

/**
 * Finds applications as OAuth clients. It reads their rows at each request, so a disabled
 * application stops at once. The library only caches the result for equal rows.
 */
export function clientAdapter(platform: Platform, settings: IssuerSettings): Adapter {
  const readOnly = async () => {
    throw new Error('clients of OAuth are rows of applications');
  };
  return {
    async find(id) {
      if (id === AGENT_CLIENT.client_id) return AGENT_CLIENT;
      const client = await findOauthClient(platform.db, id);
      return client ? metadataOf(client, settings) : undefined;
    },
    upsert: readOnly,
    consume: readOnly,
    destroy: readOnly,
    revokeByGrantId: readOnly,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

function metadataOf(client: OauthClient, settings: IssuerSettings): AdapterPayload {
  const { clientId, kind, name, redirectUris, scopes, secretHash } = client;
  const { code, refresh, device, exchange } = GRANT_TYPES;
  const hasRedirect = redirectUris.length > 0;
  return {
    client_id: clientId,
    client_name: name,
    // The type that allows redirect URIs with a custom scheme, or with any port on the user's
    // machine.
    application_type: 'native',
    redirect_uris: [...redirectUris],
    response_types: hasRedirect ? ['code'] : [],
    response_modes: ['query'],
    grant_types: [...(hasRedirect ? [code] : []), refresh, device, exchange],
    scope: scopes.filter((scope) => settings.scopes.includes(scope)).join(' '),
    ...(kind === 'confidential' && secretHash
      ? {
          token_endpoint_auth_method: 'client_secret_basic',
          client_secret: Buffer.from(secretHash).toString('base64url'),
        }
      : { token_endpoint_auth_method: 'none' }),
    [TRUSTED]: kind === 'confidential' && client.isReviewed ? ['introspection'] : [],
  };
}
