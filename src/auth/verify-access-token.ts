import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import type { RequestFacts } from '../request/context.js';
import type { CredentialFacts, UserViewer } from '../request/viewer.js';
import { type LiveAccessToken, liveAccessToken } from './issuer/records/live-access-token.js';

/** 256 random bits, as the issuer writes them; personal tokens and keys are longer and have parts. */
const ACCESS_TOKEN = /^[\w-]{43}$/;

/** Whether a bearer has the form of an access token of OAuth. */
export function isAccessToken(bearer: string): boolean {
  return ACCESS_TOKEN.test(bearer);
}

/**
 * The viewer behind an access token of OAuth; one indexed read. Spec 5.2: it ends with what its
 * user allowed the application, with the application, and with its family. Spec 4.8: a token for
 * the agent gateway is one there and nowhere else, and ends with what it was exchanged for.
 * Throws `unauthorized` without a difference between reasons, and `account_blocked`.
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
    actor: `user:${user.id}`,
    userId: user.id,
    username: user.username,
    role: user.role,
    credential,
  };
}

/** What an access token is at an address; null where it is nothing there. */
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
  }: LiveAccessToken,
  audience: RequestFacts['audience'],
): CredentialFacts | null {
  const isForAgent = payload.aud !== undefined;
  if (isForAgent && payload.aud !== audience) return null;
  // What an agent's token was exchanged for stands for it: in limits, in the audit log.
  const id = isForAgent ? (credentialId ?? approvalId) : approvalId;
  if (id === null) return null;
  return {
    kind: isForAgent ? 'agent' : 'oauth',
    id,
    // Who exchanges a token of their own has no application.
    clientId: approvalId === null ? null : clientId,
    scopes,
    modIds,
    expiresAt,
    // Its user proved a second factor to allow it, not to do what it does now.
    aal2At: null,
    aal2Scopes,
  };
}
