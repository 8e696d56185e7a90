import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { scopesAllowedAtHttps } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { isScope, isSensitive } from '../../../registry/scopes.js';

/**
 * Returns a function that finds the token family for an authorization. It returns the family of the
 * approval that the user just gave, or creates and stores one for an earlier approval. Undefined
 * means that the user must consent. An earlier approval suffices only if all of this holds (Spec
 * 5.2):
 * - the user allowed these scopes before, with an https redirect URI, and none of them is sensitive
 * - the redirect URI of this request is https too: any program on the user's machine can listen on
 *   a port or claim another scheme (RFC 8252 8.6)
 * - the client did not request the consent prompt
 */
export function familyLoader(platform: Platform) {
  return async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { oidc } = ctx;
    const given = oidc.result?.consent?.grantId;
    if (given) return oidc.provider.Grant.find(given);
    const { account, client, params, prompts } = oidc;
    const redirectUri = params?.['redirect_uri'];
    if (!account || !client || typeof redirectUri !== 'string') return undefined;
    if (!redirectUri.startsWith('https://') || prompts.has('consent')) return undefined;
    const requested = [...oidc.requestParamScopes];
    if (requested.some((scope) => !isScope(scope) || isSensitive(scope))) return undefined;
    const { clientId } = client;
    const allowed = await scopesAllowedAtHttps(platform.db, clientId, account.accountId);
    if (!requested.every((scope) => allowed.some((known) => known === scope))) return undefined;
    const oauthGrant = new oidc.provider.Grant({
      accountId: account.accountId,
      clientId,
    });
    oauthGrant.addOIDCScope(requested.join(' '));
    await oauthGrant.save();
    return oauthGrant;
  };
}
