import type { AdapterPayload } from 'oidc-provider';
import { GRANT_TYPES } from '../config/grant-types.js';

/**
 * The client for callers without one. They exchange a personal access token or an API key for an
 * agent token, and that token alone authenticates them (RFC 8693 2.1). The client allows nothing
 * else.
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
