import type { Configuration } from 'oidc-provider';
import type { Keyring } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { sessionCookie } from '../../session-cookie.js';
import { createAdapters } from '../records/index.js';
import { findAccount } from './account.js';
import { loadApproval } from './consents.js';
import { cookieSigner } from './cookie-signer.js';
import { isOriginOfClient } from './cors.js';
import { features } from './features.js';
import { GRANT_TYPES } from './grant-types.js';
import { interactions } from './interactions.js';
import { LIFETIMES } from './lifetimes.js';
import { requestRules } from './requested-scopes.js';
import { ROUTES } from './routes.js';
import type { IssuerSettings } from './settings.js';
import { signing } from './signing.js';
import { TRUSTED } from './token-policies.js';

/** The configuration of the library. Each concern has its own file in this folder. */
export function configuration(
  platform: Platform,
  settings: IssuerSettings,
  keyring: Keyring | null,
): Configuration {
  const cookie = { httpOnly: true, sameSite: 'lax' } as const;
  return {
    adapter: createAdapters(platform, settings),
    ...signing(keyring),
    routes: ROUTES,
    features: features(platform),
    ttl: LIFETIMES,
    scopes: [...settings.scopes],
    claims: settings.oidc ? { openid: ['sub'] } : {},
    clientAuthMethods: ['none', 'client_secret_basic'],
    responseTypes: ['code'],
    subjectTypes: ['public'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    extraParams: requestRules(settings),
    extraClientMetadata: { properties: [TRUSTED] },
    clientBasedCORS: isOriginOfClient,
    formats: { bitsOfOpaqueRandomness: 256 },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed(GRANT_TYPES.refresh),
    // Tokens end with their family, independently of the browser's session.
    expiresWithSession: async () => false,
    extraTokenClaims: (_ctx, token) => token.extra,
    findAccount: findAccount(platform),
    loadExistingGrant: loadApproval(platform),
    interactions: interactions(),
    cookies: {
      names: {
        session: sessionCookie(platform.publicUrl).name,
        interaction: 'modport_interaction',
        resume: 'modport_resume',
      },
      // The cookies of a pending authorization. Its URL alone must not suffice.
      keys: cookieSigner(platform.keys),
      short: { ...cookie, signed: true },
      // modport sets the session cookie itself, and its value is already a secret.
      long: { ...cookie, signed: false },
    },
    renderError: (ctx, out) => {
      ctx.body = out;
    },
  };
}
