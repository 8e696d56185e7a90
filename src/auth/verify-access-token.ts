import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import type { RequestFacts } from '../request/context.js';
import type { CredentialFacts, UserViewer } from '../request/viewer.js';
import { type LiveAccessToken, liveAccessToken } from './issuer/records/live-access-token.js';

/**
 * 256 random bits, as the issuer writes them. Personal tokens and keys are longer and have parts.
 */
const ACCESS_TOKEN = /^[\w-]{43}$/;

/** Returns whether a bearer token has the form of an OAuth access token. */
export function isAccessToken(bearer: string): boolean {
  return ACCESS_TOKEN.test(bearer);
}

/**
 * Returns the viewer of an OAuth access token, by one indexed read. Throws `unauthorized`, without
 * revealing the reason, or `account_blocked`.
 * - Spec 5.2: the token ends with the user's approval, with the application and with its family.
 * - Spec 4.8: a token for the agent gateway is valid only there, and ends with the token for which
 *   it was exchanged.
 * - A token of a CI run ends with its trusted publisher, which is also its actor and credential.
 *   Its user is the owner who configured that publisher.
 */
export async function verifyAccessToken(
  platform: Platform,
  bearer: string,
  audience: RequestFacts['audience'],
): Promise<UserViewer> {
  const token = await liveAccessToken(platform, bearer);
  if (!token) throw problem('unauthorized');
  const credential = credentialOf(token, audience);
  if (!credential) throw problem('unauthorized');
  const { user } = token;
  if (user.state !== 'active') throw problem('account_blocked');
  return {
    kind: 'user',
    actor: token.ciRun ? `publisher:${token.ciRun.publisherId}` : `user:${user.id}`,
    userId: user.id,
    username: user.username,
    role: user.role,
    credential,
  };
}

/** The credential facts of an access token at an address; null if the token is not valid there. */
function credentialOf(
  {
    payload,
    approvalId,
    credentialId,
    clientId,
    scopes,
    aal2Scopes,
    modIds,
    expiresAt,
    ciRun,
  }: LiveAccessToken,
  audience: RequestFacts['audience'],
): CredentialFacts | null {
  const shared = { scopes, modIds, expiresAt, aal2At: null, aal2Scopes };
  if (ciRun !== null) {
    const { id: ciRunId, publisherId: id } = ciRun;
    return { ...shared, kind: 'trusted_publisher', id, clientId: null, ciRunId };
  }
  const isForAgent = payload.aud !== undefined;
  if (isForAgent && payload.aud !== audience) return null;
  // In rate limits and in the audit log, the exchanged credential represents an agent's token.
  const id = isForAgent ? (credentialId ?? approvalId) : approvalId;
  if (id === null) return null;
  return {
    // The user proved a second factor for the approval, not for the current request.
    ...shared,
    kind: isForAgent ? 'agent' : 'oauth',
    id,
    // A user who exchanged a personal token has no application.
    clientId: approvalId === null ? null : clientId,
  };
}
