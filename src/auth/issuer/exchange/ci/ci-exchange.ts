import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { admitRun, requireCandidates } from '../../../../modules/collaboration/index.js';
import type { Platform } from '../../../../platform/platform.js';
import { LIMITS } from '../../../../registry/limits.js';
import { isScope, type Scope } from '../../../../registry/scopes.js';
import { isId, lowerCaseId } from '../../../../request/ids.js';
import { errors } from '../../library.js';
import { currentRequestId } from '../../records/app-audit.js';
import { exchangeClient } from '../exchange-client.js';
import type { IssuerKeys } from './issuer-keys.js';
import { issuerOf, verifyCiToken } from './verify-ci-token.js';

/**
 * The client of trusted publishing. Runs have no application: the token of their issuer alone
 * authenticates them.
 */
export const CI_CLIENT = exchangeClient('modport-ci', 'Trusted publishing');

/** The types of the tokens that CI services issue. */
export const CI_TOKEN_TYPES: readonly string[] = [
  'urn:ietf:params:oauth:token-type:jwt',
  'urn:ietf:params:oauth:token-type:id_token',
];

/**
 * Everything that a run may do: prepare a version of its mod, upload its files and publish it. An
 * exchange without `scope` gets all of them.
 */
const CI_SCOPES: readonly Scope[] = [
  'mods:read',
  'versions:write',
  'files:upload',
  'versions:publish',
];

/** Reads a parameter of an exchange; undefined if absent. The library refuses repeated ones. */
export type ExchangeParameter = (name: string) => string | undefined;

/**
 * Issues an access token to a run of a trusted publisher (RFC 8693), and returns the response. The
 * token lasts `accessTokenLifetimeSeconds`, and allows only to publish versions of the mod that
 * `resource` names. Its user is the owner who configured the publisher. The run is stored first,
 * with an audit line, so its CI token cannot be used again even if a later step fails. Throws:
 * - `unauthorized_client`: the request has a client of its own
 * - `invalid_target`: `resource` names no mod, or `audience` is not this service
 * - `invalid_scope`: a scope is not in `CI_SCOPES`
 * - `invalid_grant`: the token is invalid or used, or no trusted publisher of the mod matches it
 * - `server_error` with 503: the issuer does not respond correctly
 */
export async function exchangeCiToken(
  { oidc }: KoaContextWithOIDC,
  platform: Platform,
  issuerKeys: IssuerKeys,
  parameter: ExchangeParameter,
) {
  const { client, provider } = oidc;
  if (client?.clientId !== CI_CLIENT.client_id) {
    throw new errors.UnauthorizedClient('tokens of CI are exchanged without a client');
  }
  const modId = modOf(platform.publicUrl, parameter('resource'));
  requireOwnAudience(platform.publicUrl, parameter('audience'));
  const scopes = scopesOf(parameter('scope'));
  const token = parameter('subject_token') ?? '';
  await requireCandidates(platform, modId, issuerOf(platform, token));
  const { facts, tokenId, expiresAt } = await verifyCiToken(platform, issuerKeys, token);
  const admission = await admitRun(platform, {
    modId,
    facts,
    tokenId,
    tokenExpiresAt: expiresAt,
    requestId: currentRequestId(),
  });
  return issueToken({ client, provider }, admission, scopes);
}

/** Issues and stores the access token of an admitted run, and returns the response. */
async function issueToken(
  { client, provider }: { readonly client: Client; readonly provider: Provider },
  { userId, ciRunId }: Awaited<ReturnType<typeof admitRun>>,
  scopes: readonly Scope[],
) {
  const issued = new provider.AccessToken({
    accountId: userId,
    client,
    gty: 'token_exchange',
    scope: scopes.join(' '),
    expiresIn: LIMITS.accessTokenLifetimeSeconds,
    // The library's type requires a grant, which runs do not have.
    grantId: undefined as unknown as string,
    extra: { ci_run_id: ciRunId },
  });
  return {
    access_token: await issued.save(),
    issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    token_type: issued.tokenType,
    expires_in: LIMITS.accessTokenLifetimeSeconds,
    scope: issued.scope,
  };
}

/** The mod of `resource`: its address in the API or on the site, or its id. */
function modOf(publicUrl: string, resource: string | undefined): string {
  const places = [`${publicUrl}/v1/mods/`, `${publicUrl}/api/v1/mods/`, `${publicUrl}/mods/`, ''];
  for (const place of places) {
    const id = resource?.startsWith(place) ? lowerCaseId(resource.slice(place.length)) : '';
    if (isId(id)) return id;
  }
  throw new errors.InvalidTarget(`resource must be ${publicUrl}/v1/mods/ and the id of a mod`);
}

function requireOwnAudience(publicUrl: string, audience: string | undefined): void {
  if (audience === undefined || audience === publicUrl) return;
  throw new errors.InvalidTarget(`audience must be ${publicUrl}, or absent`);
}

function scopesOf(text: string | undefined): readonly Scope[] {
  const names = [...new Set((text ?? '').split(' ').filter(Boolean))];
  if (names.length === 0) return CI_SCOPES;
  return names.map((name) => {
    if (isScope(name) && CI_SCOPES.includes(name)) return name;
    throw new errors.InvalidScope(`scope must be some of ${CI_SCOPES.join(' ')}`, name);
  });
}
