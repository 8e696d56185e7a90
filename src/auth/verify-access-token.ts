import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import type { UserViewer } from '../request/viewer.js';
import { liveAccessToken } from './issuer/records/live-access-token.js';

/** 256 random bits, as the issuer writes them; personal tokens and keys are longer and have parts. */
const ACCESS_TOKEN = /^[\w-]{43}$/;

/** Whether a bearer has the form of an access token of OAuth. */
export function isAccessToken(bearer: string): boolean {
  return ACCESS_TOKEN.test(bearer);
}

/**
 * The viewer behind an access token of OAuth; one indexed read. Spec 5.2: it ends with what its
 * user allowed the application, with the application, and with its family. Spec 4.8: a token for
 * the agent gateway is one nowhere else.
 * Throws `unauthorized` without a difference between reasons, and `account_blocked`.
 */
export async function verifyAccessToken(platform: Platform, bearer: string): Promise<UserViewer> {
  const token = await liveAccessToken(platform, bearer);
  if (!token?.approvalId || token.payload.aud !== undefined) throw problem('unauthorized');
  const { user, approvalId, clientId, scopes, modIds, expiresAt } = token;
  if (user.state !== 'active') throw problem('account_blocked');
  return {
    kind: 'user',
    actor: `user:${user.id}`,
    userId: user.id,
    username: user.username,
    role: user.role,
    credential: {
      kind: 'oauth',
      id: approvalId,
      clientId,
      scopes,
      modIds,
      expiresAt,
      // Its user proved a second factor to allow it, not to do what it does now.
      aal2At: null,
    },
  };
}
