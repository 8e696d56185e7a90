import type { Adapter, AdapterPayload } from 'oidc-provider';
import {
  findOauthClient,
  isLiveSession,
  type OauthClient,
  usableScopesOf,
  verifySession,
} from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { RegisteredError } from '../../../registry/errors.js';
import { isId } from '../../../request/ids.js';
import type { UserViewer } from '../../../request/viewer.js';
import { GRANT_TYPES, type IssuerSettings } from '../config/settings.js';
import { TRUSTED_WITH } from '../config/tokens.js';
import { CI_CLIENT } from '../exchange/ci/ci-exchange.js';
import { AGENT_CLIENT } from '../exchange/subject.js';
import { recordAdapter } from './adapter.js';
import { isRevocation } from './app-audit.js';
import { endFamily } from './families.js';
import { liveAccessToken } from './live-access-token.js';
import { presentedPayload } from './payload.js';

/**
 * Finds OAuth clients: applications, `AGENT_CLIENT` and `CI_CLIENT`. It reads the row of an
 * application at each request, so a disabled application stops at once. Its other functions throw.
 */
export function clientAdapter(platform: Platform, settings: IssuerSettings): Adapter {
  const readOnly = async () => {
    throw new Error('clients of OAuth are rows of applications');
  };
  return {
    async find(id) {
      if (id === AGENT_CLIENT.client_id) return AGENT_CLIENT;
      if (id === CI_CLIENT.client_id) return CI_CLIENT;
      const client = await findOauthClient(platform.db, id);
      return client ? metadataOf(client, settings) : undefined;
    },
    upsert: readOnly,
    consume: readOnly,
    destroy: readOnly,
    revokeByGrantId: readOnly,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

function metadataOf(client: OauthClient, settings: IssuerSettings): AdapterPayload {
  const { clientId, kind, name, redirectUris, scopes, secretHash } = client;
  const { code, refresh, device, exchange } = GRANT_TYPES;
  const hasRedirect = redirectUris.length > 0;
  return {
    client_id: clientId,
    client_name: name,
    // The type that allows redirect URIs with a custom scheme, or with any port on the user's
    // machine.
    application_type: 'native',
    redirect_uris: [...redirectUris],
    response_types: hasRedirect ? ['code'] : [],
    response_modes: ['query'],
    grant_types: [...(hasRedirect ? [code] : []), refresh, device, exchange],
    scope: scopes.filter((scope) => settings.scopes.includes(scope)).join(' '),
    ...(kind === 'confidential' && secretHash
      ? {
          token_endpoint_auth_method: 'client_secret_basic',
          client_secret: Buffer.from(secretHash).toString('base64url'),
        }
      : { token_endpoint_auth_method: 'none' }),
    [TRUSTED_WITH]: kind === 'confidential' && client.isReviewed ? ['introspection'] : [],
  };
}

/**
 * Stores token families, which the library calls grants. `find` returns a family with only the
 * scopes that its client may still have (`usableScopesOf`). So later tokens lack a scope that a
 * review revoked, but keep one that the user allowed while it was standard. `destroy` ends the
 * family; the approval stays.
 */
export function oauthGrantAdapter(platform: Platform): Adapter {
  const records = recordAdapter(platform, 'Grant');
  return {
    ...records,
    destroy: (value) => endFamily(platform, value),
    async find(value) {
      const payload = await records.find(value);
      // The shape that the library stores; its type omits it.
      const openid: { scope?: string } = payload?.openid ?? {};
      if (!payload?.clientId || !openid.scope) return payload || undefined;
      const { clientId, accountId = '' } = payload;
      const allowed: readonly string[] = isId(accountId)
        ? await usableScopesOf(platform.db, clientId, accountId)
        : [];
      const scope = openid.scope.split(' ').filter((name) => allowed.includes(name));
      return { ...payload, openid: { ...openid, scope: scope.join(' ') } };
    },
  };
}

/**
 * Stores authorizations that wait for their user. After sign-in, `find` returns one only while the
 * session of that login lives, because the library finishes it without a browser session. A login
 * stored by a process of the previous release names no session, so it is not checked.
 */
export function interactionAdapter(platform: Platform): Adapter {
  const records = recordAdapter(platform, 'Interaction');
  return {
    ...records,
    async find(value) {
      const payload = await records.find(value);
      const sessionId = payload?.result?.login?.['sessionId'];
      if (typeof sessionId !== 'string') return payload;
      return (await isLiveSession(platform, sessionId)) ? payload : undefined;
    },
  };
}

/**
 * Stores access tokens. `find` returns a token only while the API would accept it, with the scopes
 * that it has there, so that introspection is accurate. For a revocation, it returns any stored
 * token. The result does not name the personal token behind an exchange, because introspection
 * would show it. For an agent token it names no family, so that revoking the token ends nothing
 * else.
 */
export function accessTokenAdapter(platform: Platform): Adapter {
  const records = recordAdapter(platform, 'AccessToken');
  return {
    ...records,
    async find(value) {
      // The token of a blocked user can be revoked too, because the user may be unblocked later.
      if (isRevocation()) {
        const payload = await records.find(value);
        return payload ? withoutOthersFamily(payload) : undefined;
      }
      const token = await liveAccessToken(platform, value);
      if (token?.user.state !== 'active') return undefined;
      const payload = withoutOthersFamily(presentedPayload(token, value));
      return { ...payload, scope: token.scopes.join(' ') };
    },
  };
}

function withoutOthersFamily({ extra: _extra, grantId, ...payload }: AdapterPayload) {
  return { ...payload, ...(payload.aud === undefined && grantId ? { grantId } : {}) };
}

/**
 * Lets the library read the browser's session as its own, from the same cookie. So signing out or
 * switching accounts applies to both. Functions that would store something do nothing.
 */
export function webSessionAdapter(platform: Platform): Adapter {
  const { db } = platform;
  const find: Adapter['find'] = async (cookie) => {
    const viewer = await signedIn(platform, cookie);
    if (!viewer) return undefined;
    const { id, expiresAt } = viewer.credential;
    const row = await db.webSession.findUnique({ where: { id }, select: { createdAt: true } });
    return {
      jti: cookie,
      uid: id,
      kind: 'Session',
      accountId: viewer.userId,
      ...(row ? { loginTs: Math.floor(row.createdAt.getTime() / 1000) } : {}),
      ...(expiresAt ? { exp: Math.floor(expiresAt.getTime() / 1000) } : {}),
    };
  };
  return {
    find,
    findByUid: async () => undefined,
    upsert: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
    findByUserCode: async () => undefined,
  };
}

async function nothing(): Promise<void> {}

/** The signed-in user; null if the session has ended or the account is blocked. */
async function signedIn(platform: Platform, cookie: string): Promise<UserViewer | null> {
  try {
    return await verifySession(platform, cookie);
  } catch (error) {
    if (error instanceof RegisteredError && error.code === 'account_blocked') return null;
    throw error;
  }
}
