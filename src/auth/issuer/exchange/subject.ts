import { verifyToken } from '../../../modules/credentials/index.js';
import type { Platform } from '../../../platform/platform.js';
import { RegisteredError } from '../../../registry/errors.js';
import type { Scope } from '../../../registry/scopes.js';
import type { CredentialKind } from '../../../request/viewer.js';
import { errors } from '../library.js';
import { liveAccessToken } from '../records/live-access-token.js';
import { AGENT_CLIENT } from './agent-client.js';

/** On whose behalf an agent is to act, and what ends that. */
export interface Subject {
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  /** The family of an OAuth access token; the agent token ends with it. */
  readonly grantId: string | null;
  /** The personal token or key; the agent token ends with it. */
  readonly credentialId: string | null;
  /** What was presented, as the audit log calls it. */
  readonly credentialKind: CredentialKind;
}

/**
 * The subject of an exchange. Without a client it is a personal access token or an API key; a
 * client presents an access token that was issued to it. Throws `invalid_request` for whatever
 * else, as RFC 8693 2.2.2 has it.
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
    grantId: null,
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
    grantId: payload.grantId ?? null,
    credentialId: null,
    credentialKind: 'oauth',
  };
}
