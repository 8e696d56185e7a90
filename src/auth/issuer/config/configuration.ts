import type { Account, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { type Keyring, scopesAllowedByUser } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { uiLocaleOf } from '../../../request/texts.js';
import { sessionCookie } from '../../session-cookie.js';
import { interactionPolicy } from '../library.js';
import { createAdapters } from '../records/index.js';
import { familyLoader } from './consents.js';
import { cookieSigner, features, isOriginOfPublicClient, ROUTES } from './features.js';
import { requestRules } from './request-rules.js';
import { GRANT_TYPES, type IssuerSettings } from './settings.js';
import { LIFETIMES, signing, TRUSTED_WITH } from './tokens.js';

/** The path of the pages on which a user decides. */
const INTERACTION_PATH = '/oauth/interaction';

/**
 * The prompts before a client gets tokens: sign-in and consent. `familyLoader` decides whether an
 * earlier consent suffices. The library's own rule for native applications is removed, because it
 * would always ask, and all clients have that type.
 */
function interactions(): Configuration['interactions'] {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  return {
    policy,
    url(_ctx, { uid, params }) {
      const locale = uiLocaleOf(params['ui_locales']);
      return `${INTERACTION_PATH}/${uid}${locale ? `?ui_locales=${locale}` : ''}`;
    },
  };
}

function cookies(platform: Platform): Configuration['cookies'] {
  const cookie = { httpOnly: true, sameSite: 'lax' } as const;
  return {
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
  };
}

/**
 * The configuration of the OAuth library. Authorization requests use only the code flow with PKCE;
 * `GRANT_TYPES` lists all grant types. Clients are public or use HTTP Basic. Each use of a refresh
 * token replaces it. `keyring` is null if no ID tokens are issued.
 */
export function configuration(
  platform: Platform,
  settings: IssuerSettings,
  keyring: Keyring | null,
): Configuration {
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
    extraClientMetadata: { properties: [TRUSTED_WITH] },
    clientBasedCORS: isOriginOfPublicClient,
    formats: { bitsOfOpaqueRandomness: 256 },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed(GRANT_TYPES.refresh),
    // Tokens end with their family, independently of the browser's session.
    expiresWithSession: async () => false,
    extraTokenClaims: (_ctx, token) => token.extra,
    findAccount: findAccount(platform),
    loadExistingGrant: familyLoader(platform),
    interactions: interactions(),
    cookies: cookies(platform),
    renderError: (ctx, out) => {
      ctx.body = out;
    },
  };
}

/**
 * Returns a function that finds the active user of a session, code or token. For a code or token,
 * the user's approval of the client must also still exist. The function returns undefined for any
 * other user. Only the user's id becomes a claim.
 */
function findAccount(platform: Platform) {
  return async (
    ctx: KoaContextWithOIDC,
    id: string,
    source?: object,
  ): Promise<Account | undefined> => {
    const user = await platform.db.user.findUnique({ where: { id }, select: { state: true } });
    if (user?.state !== 'active') return undefined;
    const { client } = ctx.oidc;
    if (source && client && !(await scopesAllowedByUser(platform.db, client.clientId, id))) {
      return undefined;
    }
    return { accountId: id, claims: async () => ({ sub: id }) };
  };
}
