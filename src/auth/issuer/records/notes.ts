import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import { auditAs } from '../../../request/outbox.js';
import { GRANT_TYPES } from '../config/grant-types.js';
import { Provider } from '../library.js';

/** What an application did, or what was done with what it was given. */
export interface OauthNote {
  readonly action: 'app.tokens_revoked' | 'app.token_replayed' | 'agent_token.issued';
  readonly data?: Prisma.InputJsonObject;
}

/** What is presented in each grant, by its name in the audit log. */
const PRESENTED: Readonly<Record<string, string>> = {
  [GRANT_TYPES.code]: 'code',
  [GRANT_TYPES.refresh]: 'refresh_token',
  [GRANT_TYPES.device]: 'device_code',
};

/**
 * Why the library ends a family in the request that it works on: its client asked for that, or
 * somebody presented again what holds once, so that one of the two is a thief (RFC 9700 4.14).
 */
export function endNow(): OauthNote {
  const oidc = Provider.ctx?.oidc;
  if (oidc?.route === 'revocation') return { action: 'app.tokens_revoked' };
  const presented = PRESENTED[String(oidc?.params?.['grant_type'])] ?? null;
  return { action: 'app.token_replayed', data: { presented } };
}

/** The `X-Request-Id` of the answer to the request that the library works on. */
export function requestIdNow(): string | null {
  const id = Provider.ctx?.res.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : null;
}

/**
 * Writes an audit line of an application that speaks for a user: with what the user allowed it, as
 * a request with its access token would have.
 */
export async function noteForApp(
  tx: Tx,
  { clientId, userId }: { readonly clientId: string; readonly userId: string },
  { action, data = {} }: OauthNote,
): Promise<void> {
  const app = await tx.app.findUnique({
    where: { clientId },
    select: { id: true, grants: { where: { userId }, select: { id: true } } },
  });
  const actor = {
    actorId: userId,
    credentialKind: 'oauth',
    credentialId: app?.grants[0]?.id ?? null,
    requestId: requestIdNow(),
  } as const;
  await auditAs(tx, actor, {
    action,
    targetKind: 'app',
    targetId: app?.id ?? null,
    data: { client_id: clientId, ...data },
  });
}
