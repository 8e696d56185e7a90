import { SCOPES } from '../../src/registry/scopes.js';
import type { CompiledRoute } from '../compile-route.js';
import type { Schema } from './components.js';

// Public scopes with their descriptions; applications never get the internal ones.
const scopes = Object.fromEntries(
  Object.entries(SCOPES)
    .filter(([, { kind }]) => kind !== 'internal')
    .map(([name, { description }]) => [name, description.en]),
);

/** The ways to present a credential (Spec 5.1). All of them send a bearer token. */
export const SECURITY_SCHEMES: Readonly<Record<string, Schema>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal access token, an API key or an OAuth access token.',
  },
  oauth2: {
    type: 'oauth2',
    description:
      'An access token by the authorization code flow with PKCE S256. Devices use the device ' +
      'authorization grant (RFC 8628) at `/oauth/device_authorization`.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes,
      },
    },
  },
  openIdConnect: {
    type: 'openIdConnect',
    description: 'The same through OpenID Connect discovery. An ID token is not a credential.',
    openIdConnectUrl: '/.well-known/openid-configuration',
  },
};

/**
 * The alternative security schemes of an operation, each with the operation's scopes. The first is
 * empty unless a credential is required.
 */
export function securityOf({ rule, route }: CompiledRoute): Schema[] {
  // Tokens for another audience come from token exchange, which no OpenAPI flow describes.
  const names = route.audience === undefined ? Object.keys(SECURITY_SCHEMES) : ['bearer'];
  const schemes = names.map((name) => ({ [name]: [...rule.scopes] }));
  return rule.access === 'required' ? schemes : [{}, ...schemes];
}
