import type { AdapterPayload } from 'oidc-provider';
import { GRANT_TYPES } from '../config/grant-types.js';

/**
 * The client of those who have none: whoever exchanges a personal access token or an API key for an
 * agent token proves who they are by that token alone (RFC 8693 2.1). It can do nothing else.
 */
export const AGENT_CLIENT: AdapterPayload & { readonly client_id: string } = {
  client_id: 'modport-agents',
  client_name: 'Agents of personal tokens',
  application_type: 'native',
  redirect_uris: [],
  response_types: [],
  grant_types: [GRANT_TYPES.exchange],
  token_endpoint_auth_method: 'none',
};
