import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { AGENT_AUDIENCE } from '../../../registry/agent-tools.js';
import { LIMITS } from '../../../registry/limits.js';
import { isScope, SCOPES, type Scope, satisfiesScope } from '../../../registry/scopes.js';
import { auditAs } from '../../../request/outbox.js';
import { GRANT_TYPES } from '../config/settings.js';
import { errors } from '../library.js';
import { currentRequestId, recordForApp } from '../records/app-audit.js';
import { CI_TOKEN_TYPES, type ExchangeParameter, exchangeCiToken } from './ci/ci-exchange.js';
import type { IssuerKeys } from './ci/issuer-keys.js';
import { type Subject, subjectOf } from './subject.js';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

const PARAMETERS = [
  'subject_token',
  'subject_token_type',
  'requested_token_type',
  'actor_token',
  'actor_token_type',
  'audience',
  'resource',
  'scope',
];

/**
 * Adds token exchange (RFC 8693) to the library. It issues tokens to runs of trusted publishers
 * (`exchangeCiToken`) and to agents (Spec 4.8). An agent token:
 * - has only `agent:` scopes that the scopes of the exchanged token satisfy
 * - is valid only at the agent gateway, for at most `agentTokenLifetimeSeconds`
 * - ends with the exchanged token, if that ends earlier
 *
 * Each issued token gets an audit line.
 */
export function registerTokenExchange(
  provider: Provider,
  platform: Platform,
  issuerKeys: IssuerKeys,
): void {
  provider.registerGrantType(
    GRANT_TYPES.exchange,
    async (ctx) => {
      if (CI_TOKEN_TYPES.includes(parameterOf(ctx)('subject_token_type') ?? '')) {
        requireAccessToken(ctx);
        ctx.body = await exchangeCiToken(ctx, platform, issuerKeys, parameterOf(ctx));
        return;
      }
      const { scopes, subjectToken } = requested(ctx);
      const { client } = ctx.oidc;
      if (!client) throw new errors.InvalidClient('there is no client');
      const subject = await subjectOf(platform, client.clientId, subjectToken);
      const missing = scopes.find((scope) => !satisfiesScope(subject.scopes, scope));
      if (missing) throw new errors.InvalidScope('the subject does not hold the scope', missing);
      const issued = await issue(ctx, subject, scopes);
      // If the audit line fails, the client gets no token.
      await noteIssued(platform.db, client.clientId, subject, scopes);
      ctx.body = issued;
    },
    PARAMETERS,
  );
}

/** Returns a function that reads a parameter of the request. */
function parameterOf({ oidc }: KoaContextWithOIDC): ExchangeParameter {
  return (name) => {
    const value = oidc.params?.[name];
    return typeof value === 'string' ? value : undefined;
  };
}

/** Requires that the request asks for an access token, in its own name. */
function requireAccessToken(ctx: KoaContextWithOIDC): void {
  const text = parameterOf(ctx);
  if ((text('requested_token_type') ?? ACCESS_TOKEN) !== ACCESS_TOKEN) {
    throw new errors.InvalidRequest(`requested_token_type must be ${ACCESS_TOKEN}`);
  }
  if (text('actor_token') !== undefined || text('actor_token_type') !== undefined) {
    throw new errors.InvalidRequest('actor tokens are not supported');
  }
}

function requested(ctx: KoaContextWithOIDC) {
  const text = parameterOf(ctx);
  const subjectToken = text('subject_token');
  if (subjectToken === undefined) throw new errors.InvalidRequest('subject_token is missing');
  if (text('subject_token_type') !== ACCESS_TOKEN) {
    throw new errors.InvalidRequest(`subject_token_type must be ${ACCESS_TOKEN}`);
  }
  requireAccessToken(ctx);
  if (text('audience') !== AGENT_AUDIENCE || text('resource') !== undefined) {
    throw new errors.InvalidTarget(`audience must be ${AGENT_AUDIENCE}`);
  }
  return { subjectToken, scopes: toolScopes(text('scope') ?? '') };
}

function toolScopes(text: string): Scope[] {
  const names = [...new Set(text.split(' ').filter(Boolean))];
  if (names.length === 0) throw new errors.InvalidScope('scope is missing', '');
  return names.map((name) => {
    if (isScope(name) && name.startsWith('agent:') && SCOPES[name].kind !== 'internal') return name;
    throw new errors.InvalidScope('scope must name tools of agents', name);
  });
}

async function noteIssued(
  db: Tx,
  clientId: string,
  { userId, credentialId, credentialKind }: Subject,
  scopes: readonly Scope[],
): Promise<void> {
  const note = { action: 'agent_token.issued', data: { scopes: [...scopes] } } as const;
  if (credentialId === null) return recordForApp(db, { clientId, userId }, note);
  const actor = { actorId: userId, credentialKind, credentialId, requestId: currentRequestId() };
  await auditAs(db, actor, { ...note, targetKind: 'credential', targetId: credentialId });
}

async function issue({ oidc }: KoaContextWithOIDC, subject: Subject, scopes: readonly Scope[]) {
  const { client, provider } = oidc;
  if (!client) throw new errors.InvalidClient('there is no client');
  const left = subject.expiresAt
    ? Math.floor((subject.expiresAt.getTime() - Date.now()) / 1000)
    : Number.POSITIVE_INFINITY;
  const expiresIn = Math.min(LIMITS.agentTokenLifetimeSeconds, left);
  if (expiresIn < 1) throw new errors.InvalidRequest('subject_token is about to expire');
  const token = new provider.AccessToken({
    accountId: subject.userId,
    client,
    gty: 'token_exchange',
    scope: scopes.join(' '),
    aud: AGENT_AUDIENCE,
    expiresIn,
    // The library's type requires a family, which personal tokens do not have.
    grantId: subject.oauthGrantId as string,
    ...(subject.credentialId ? { extra: { credential_id: subject.credentialId } } : {}),
  });
  return {
    access_token: await token.save(),
    issued_token_type: ACCESS_TOKEN,
    token_type: token.tokenType,
    expires_in: expiresIn,
    scope: token.scope,
  };
}
