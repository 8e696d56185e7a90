import { ROUTES } from '../config/routes.js';

/** Endpoints that read a form. */
export const FORMS: readonly string[] = [
  ROUTES.token,
  ROUTES.device_authorization,
  ROUTES.revocation,
  ROUTES.introspection,
];

/** The two metadata documents. */
export const METADATA = {
  oauth: '/.well-known/oauth-authorization-server',
  oidc: '/.well-known/openid-configuration',
} as const;

/** Every endpoint of Spec 4.7. */
export const ENDPOINTS: readonly string[] = [
  ROUTES.authorization,
  ...FORMS,
  ROUTES.jwks,
  ...Object.values(METADATA),
];

/**
 * Returns whether a request target is an OAuth endpoint, whose errors have the members of RFC 6749.
 */
export function isOauthEndpoint(target: string): boolean {
  const [path = ''] = target.split('?');
  return ENDPOINTS.includes(path.replace(/(.)\/$/, '$1'));
}
