import type { AdapterPayload } from 'oidc-provider';
import { GRANT_TYPES } from '../config/settings.js';

/**
 * The metadata of a client that the service itself provides, for callers without an application.
 * The token that a caller presents authenticates it (RFC 8693 2.1). So the client has no secret,
 * and allows only the token exchange.
 */
export function exchangeClient(
  clientId: string,
  clientName: string,
): AdapterPayload & { readonly client_id: string } {
  return {
    client_id: clientId,
    client_name: clientName,
    application_type: 'native',
    redirect_uris: [],
    response_types: [],
    grant_types: [GRANT_TYPES.exchange],
    token_endpoint_auth_method: 'none',
  };
}
