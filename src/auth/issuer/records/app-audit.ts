import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import { auditAs } from '../../../request/outbox.js';
import { GRANT_TYPES } from '../config/settings.js';
import { Provider } from '../library.js';

/** An action of an application, or on its tokens, for the audit log. */
export interface OauthNote {
  readonly action: 'app.tokens_revoked' | 'app.token_replayed' | 'agent_token.issued';
  readonly data?: Prisma.InputJsonObject;
}

/** The presented credential of each grant type, as the audit log names it. */
const PRESENTED: Readonly<Record<string, string>> = {
  [GRANT_TYPES.code]: 'code',
  [GRANT_TYPES.refresh]: 'refresh_token',
  [GRANT_TYPES.device]: 'device_code',
};

/** Whether the current request in the library revokes a token; false outside of such a request. */
export function isRevocation(): boolean {
  return Provider.ctx?.oidc?.route === 'revocation';
}

/**
 * The reason why the library ends a family in the current request, for the audit log. In a
 * revocation, it is `app.tokens_revoked`. In any other or unknown request, it is
 * `app.token_replayed`: a one-time credential was presented twice, so one of the two callers is an
 * attacker (RFC 9700 4.14).
 */
export function familyEndReason(): OauthNote {
  if (isRevocation()) return { action: 'app.tokens_revoked' };
  const oidc = Provider.ctx?.oidc;
  const presented = PRESENTED[String(oidc?.params?.['grant_type'])] ?? null;
  return { action: 'app.token_replayed', data: { presented } };
}

/** The `X-Request-Id` of the current request in the library; null outside of such a request. */
export function currentRequestId(): string | null {
  const id = Provider.ctx?.res.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : null;
}

/**
 * Writes an audit line for an application that acts for a user. The credential is the user's
 * approval, like in a request with its access token.
 */
export async function recordForApp(
  tx: Tx,
  { clientId, userId }: { readonly clientId: string; readonly userId: string },
  { action, data = {} }: OauthNote,
): Promise<void> {
  const app = await tx.app.findUnique({
    where: { clientId },
    select: { id: true, appGrants: { where: { userId }, select: { id: true } } },
  });
  const actor = {
    actorId: userId,
    credentialKind: 'oauth',
    credentialId: app?.appGrants[0]?.id ?? null,
    requestId: currentRequestId(),
  } as const;
  await auditAs(tx, actor, {
    action,
    targetKind: 'app',
    targetId: app?.id ?? null,
    data: { client_id: clientId, ...data },
  });
}
