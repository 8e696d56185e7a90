import {
  MCP_METADATA_PATH,
  MCP_PATH,
  RESOURCE_METADATA_PATH,
} from '../../../registry/addresses.js';
import { LOCALES } from '../../../registry/error-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import { ROUTES } from '../config/features.js';
import { GRANT_TYPES, type IssuerSettings } from '../config/settings.js';
import { errors } from '../library.js';

/** The protected resources with metadata, by the path of their document (RFC 9728 3.1). */
export const RESOURCES: Readonly<Record<string, '' | typeof MCP_PATH>> = {
  [RESOURCE_METADATA_PATH]: '',
  [MCP_METADATA_PATH]: MCP_PATH,
};

/**
 * The metadata of a protected resource (RFC 9728 2): where a client gets a token, for which scopes,
 * and how it sends the token. `path` is empty for the whole API. For the MCP endpoint, the scopes
 * are only those of tools.
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

/**
 * The issuer's metadata (RFC 8414, 8628, 9207). If `oidc` is set, it includes that of OpenID
 * Connect Discovery. The library's own document would also list disabled features.
 */
export function metadataOf({ issuer, oidc, scopes }: IssuerSettings) {
  const at = (path: string) => `${issuer}${path}`;
  const methods = ['none', 'client_secret_basic'];
  return {
    issuer,
    authorization_endpoint: at(ROUTES.authorization),
    token_endpoint: at(ROUTES.token),
    device_authorization_endpoint: at(ROUTES.device_authorization),
    revocation_endpoint: at(ROUTES.revocation),
    introspection_endpoint: at(ROUTES.introspection),
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: Object.values(GRANT_TYPES),
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: LOCALES,
    service_documentation: at('/docs'),
    ...(oidc ? oidcMetadata(at(ROUTES.jwks)) : {}),
  };
}

function oidcMetadata(keySet: string) {
  return {
    jwks_uri: keySet,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce', 'auth_time'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** The `Cache-Control` of responses that are the same for every client. */
export const SHARED_CACHE_CONTROL = `public, max-age=${LIMITS.metadataCacheSeconds}`;

/** The paths of the endpoints that read a form from the body. */
export const FORM_ENDPOINTS: readonly string[] = [
  ROUTES.token,
  ROUTES.device_authorization,
  ROUTES.revocation,
  ROUTES.introspection,
];

/** The paths of the issuer's two metadata documents. */
export const METADATA = {
  oauth: '/.well-known/oauth-authorization-server',
  oidc: '/.well-known/openid-configuration',
} as const;

/** The paths of all endpoints of Spec 4.7, and of the metadata of the protected resources. */
export const ENDPOINTS: readonly string[] = [
  ROUTES.authorization,
  ...FORM_ENDPOINTS,
  ROUTES.jwks,
  ...Object.values(METADATA),
  ...Object.keys(RESOURCES),
];

/**
 * Returns whether a request target is an OAuth endpoint, whose errors have the members of RFC 6749.
 */
export function isOauthEndpoint(target: string): boolean {
  const [path = ''] = target.split('?');
  return ENDPOINTS.includes(path.replace(/(.)\/$/, '$1'));
}

/**
 * Returns a copy of the parameters of an authorization request with `response_mode=query`, so that
 * the redirect has every result in its query. Replaces a response type that the library would send
 * in the fragment. Throws the library's `invalid_request` for another response mode.
 */
export function withQueryResponseMode(parameters: URLSearchParams): URLSearchParams {
  if (parameters.getAll('response_mode').some((mode) => mode !== 'query')) {
    throw new errors.InvalidRequest('response_mode must be query');
  }
  const requested = new URLSearchParams(parameters);
  requested.set('response_mode', 'query');
  const [type, ...others] = parameters.getAll('response_type');
  if (type?.includes('token') && others.length === 0) requested.set('response_type', UNSUPPORTED);
  return requested;
}

/**
 * Replaces each response type that returns a token. Otherwise the library would reject the response
 * mode of such a request, instead of the type with `unsupported_response_type` (RFC 6749 4.1.2.1).
 */
const UNSUPPORTED = 'none';
