import type { AdapterPayload } from 'oidc-provider';
import { GRANT_TYPES } from '../config/settings.js';

/**
 * A client of the service itself, for callers without one. A token that they present authenticates
 * them (RFC 8693 2.1), so the client has no secret and allows nothing but the exchange.
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
