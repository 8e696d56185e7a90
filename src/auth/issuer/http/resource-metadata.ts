import {
  MCP_METADATA_PATH,
  MCP_PATH,
  RESOURCE_METADATA_PATH,
} from '../../../registry/addresses.js';
import type { IssuerSettings } from '../config/settings.js';

/** The protected resources with metadata, by the path of their document (RFC 9728 3.1). */
export const RESOURCES: Readonly<Record<string, '' | typeof MCP_PATH>> = {
  [RESOURCE_METADATA_PATH]: '',
  [MCP_METADATA_PATH]: MCP_PATH,
};

/**
 * The metadata of the whole API, or of the MCP endpoint, which needs scopes of tools alone: where a
 * client gets a token for it, and how the client sends that token (RFC 9728 2).
 */
export function resourceMetadataOf({ issuer, scopes }: IssuerSettings, path: '' | typeof MCP_PATH) {
  return {
    resource: `${issuer}${path}`,
    authorization_servers: [issuer],
    scopes_supported:
      path === MCP_PATH ? scopes.filter((scope) => scope.startsWith('agent:')) : scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'modport',
    resource_documentation: `${issuer}${path === MCP_PATH ? '/guides/mcp' : '/docs'}`,
  };
}
