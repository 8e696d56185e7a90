import { problem } from '../../../registry/errors.js';
import { holds } from '../../../registry/scopes.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { CredentialFacts } from '../../../request/viewer.js';
import { grantsOf } from '../credentials/present-key.js';
import type { Me, MeCredential } from './me.type.js';
import { PROFILE, presentProfile } from './profile.js';

/**
 * Returns the viewer and the credential; any valid credential will do. Fields beyond id and
 * username need `profile:read` or `account:read`. Spec 4.6. Throws `unauthorized`.
 */
export async function getMe(ctx: RequestContext): Promise<Me> {
  const { userId, credential } = requireUser(ctx);
  const { db, publicUrl } = ctx.platform;
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { ...PROFILE, accessRevision: true },
  });
  if (!user) throw problem('unauthorized');
  const { accessRevision, ...profile } = user;
  const { id, username, displayName, profileUrl, locale } = presentProfile(profile, publicUrl);
  const mayRead =
    holds(credential.scopes, 'profile:read') || holds(credential.scopes, 'account:read');
  return {
    user: mayRead
      ? { id, username, displayName, profileUrl, locale }
      : { id, username, displayName: null, profileUrl: null, locale: null },
    credential: presentCredential(credential),
    accessRevision,
  };
}

function presentCredential(facts: CredentialFacts): MeCredential {
  const { kind, id, clientId, scopes, modIds, expiresAt, lastUsedAt = null } = facts;
  return { kind, id, clientId, scopes, resourceGrants: grantsOf(modIds), expiresAt, lastUsedAt };
}
