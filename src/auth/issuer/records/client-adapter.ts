import type { Adapter, AdapterPayload } from 'oidc-provider';
import { findOauthClient, type OauthClient } from '../../../modules/apps/index.js';
import type { Platform } from '../../../platform/platform.js';
import { GRANT_TYPES } from '../config/grant-types.js';
import type { IssuerSettings } from '../config/settings.js';
import { TRUSTED } from '../config/token-policies.js';
import { AGENT_CLIENT } from '../exchange/agent-client.js';

/**
 * Finds applications as clients of OAuth. They are read from their rows at each request, so that an
 * application that is disabled is one no longer; the library only remembers what equal rows mean.
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
    // The kind whose redirect URIs may be of a scheme of its own and have any port on this machine.
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
