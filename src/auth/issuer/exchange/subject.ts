import { verifyToken } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { RegisteredError } from '../../../registry/errors.js';
import type { Scope } from '../../../registry/scopes.js';
import type { CredentialKind } from '../../../request/viewer.js';
import { errors } from '../library.js';
import { liveAccessToken } from '../records/live-access-token.js';
import { exchangeClient } from './exchange-client.js';

/**
 * The client for callers who exchange a personal token or an API key for an agent token. The
 * presented token or key alone authenticates them.
 */
export const AGENT_CLIENT = exchangeClient('modport-agents', 'Agents of personal tokens');

/** The user whose rights an agent receives, and the credential with which they end. */
export interface Subject {
  readonly userId: string;
  readonly scopes: readonly Scope[];
  /** The expiry of the presented credential; null if it does not expire. */
  readonly expiresAt: Date | null;
  /**
   * The family of an OAuth access token; the agent token ends with it. Null for other credentials.
   */
  readonly oauthGrantId: string | null;
  /** The personal token or key; the agent token ends with it. Null for an access token. */
  readonly credentialId: string | null;
  /** The kind of the presented credential, for the audit log. */
  readonly credentialKind: CredentialKind;
}

/**
 * Verifies the token of an exchange and returns its subject. With `AGENT_CLIENT`, the token must be
 * a personal token or an API key. Any other client must present one of its own access tokens, but
 * no agent token and no token of a CI run. Throws `invalid_request` for any other token (RFC 8693
 * 2.2.2).
 */
export async function subjectOf(
  platform: Platform,
  clientId: string,
  token: string,
): Promise<Subject> {
  const isPersonal = clientId === AGENT_CLIENT.client_id;
  const subject = isPersonal
    ? await personalSubject(platform, token)
    : await issuedSubject(platform, clientId, token);
  if (!subject) throw new errors.InvalidRequest('subject_token is not valid here');
  return subject;
}

async function personalSubject(platform: Platform, token: string): Promise<Subject | null> {
  const viewer = await verifyToken(platform, token).catch((error: unknown) => {
    if (error instanceof RegisteredError) return null;
    throw error;
  });
  if (!viewer || !['pat', 'api_key'].includes(viewer.credential.kind)) return null;
  const { id, kind, scopes, expiresAt } = viewer.credential;
  return {
    userId: viewer.userId,
    scopes,
    expiresAt,
    oauthGrantId: null,
    credentialId: id,
    credentialKind: kind,
  };
}

async function issuedSubject(
  platform: Platform,
  clientId: string,
  token: string,
): Promise<Subject | null> {
  const live = await liveAccessToken(platform, token);
  if (!live || live.clientId !== clientId || live.payload.aud !== undefined) return null;
  if (live.user.state !== 'active' || !live.payload.grantId) return null;
  const { scopes, expiresAt, payload } = live;
  return {
    userId: live.user.id,
    scopes,
    expiresAt,
    oauthGrantId: payload.grantId ?? null,
    credentialId: null,
    credentialKind: 'oauth',
  };
}
