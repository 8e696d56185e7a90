import { LOCALES } from '../../../registry/error-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import { GRANT_TYPES } from '../config/grant-types.js';
import { ROUTES } from '../config/routes.js';
import type { IssuerSettings } from '../config/settings.js';

/**
 * The issuer's metadata (RFC 8414, 8628, 9207; OpenID Connect Discovery). The library's own
 * document would also list disabled features.
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

/** For responses that are the same for every client. */
export const SHARED = `public, max-age=${LIMITS.metadataCacheSeconds}`;
