import { verifySession, verifyToken } from '../modules/identity/index.js';
import type { Platform } from '../platform/platform.js';
import { problem, RegisteredError } from '../registry/errors.js';
import type { RequestFacts } from '../request/context.js';
import { networkOf } from '../request/network.js';
import type { Viewer } from '../request/viewer.js';
import type { CredentialGuard } from './credential-guard.js';
import { isAccessToken, verifyAccessToken } from './verify-access-token.js';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i;

/**
 * Determines the viewer of a request. Without a credential it is anonymous; an invalid credential
 * is an error (Spec 4.2, 5.1). A bearer token takes precedence over a session cookie. Browsers send
 * the cookie automatically, so an ended session counts as anonymous. Throws `unauthorized`,
 * `account_blocked`, and errors of the guard.
 */
export async function viewerOf(
  platform: Platform,
  guard: CredentialGuard,
  { authorization, sessionToken, audience, address }: RequestFacts,
): Promise<Viewer> {
  const actor = anonymousActor(platform, address);
  const anonymous: Viewer = { kind: 'anonymous', actor };
  if (authorization === undefined) {
    if (!sessionToken) return anonymous;
    const presented = { actor, secret: sessionToken };
    const session = guard(presented, () => holding(verifySession(platform, sessionToken)));
    return session.catch((error: unknown) => {
      if (error instanceof RegisteredError && error.code === 'unauthorized') return anonymous;
      throw error;
    });
  }
  return guard({ actor, secret: authorization }, async () => {
    const bearer = BEARER.exec(authorization)?.[1];
    if (bearer === undefined) throw problem('unauthorized');
    return isAccessToken(bearer)
      ? verifyAccessToken(platform, bearer, audience)
      : verifyToken(platform, bearer);
  });
}

/** Throws the error that the guard counts as an invalid credential. */
async function holding<T>(lookUp: Promise<T | null>): Promise<T> {
  const found = await lookUp;
  if (found === null) throw problem('unauthorized');
  return found;
}

/** A client address as an actor: a keyed hash, for IPv6 of its /64 (decisions, Downloads). */
export function anonymousActor(platform: Platform, address: string): string {
  return `anonymous:${platform.keys.mac('actors', networkOf(address)).toString('base64url').slice(0, 22)}`;
}
