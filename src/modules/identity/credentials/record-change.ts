import type { Tx } from '../../../platform/database/connect.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { bumpAccess } from '../accounts/bump-access.js';

/** Changes of a token or key; `endCredentials` records its end. */
export type TokenChange = 'created' | 'rotated';

/**
 * Writes the audit line and the event of a change, in its transaction (Spec 4.5, 6). The audit log
 * contains the public id of the secret, never the secret.
 */
export async function recordChange(
  tx: Tx,
  ctx: RequestContext,
  row: Pick<CredentialModel, 'id' | 'userId' | 'keyId' | 'kind' | 'scopes'>,
  change: TokenChange,
  more: { readonly successorId?: string } = {},
): Promise<void> {
  const successor = more.successorId === undefined ? {} : { successor_id: more.successorId };
  await audit(tx, ctx, {
    action: `token.${change}`,
    targetKind: 'credential',
    targetId: row.id,
    data: { key_id: row.keyId, kind: row.kind, scopes: row.scopes, ...successor },
  });
  await emit(tx, {
    kind: 'token.changed',
    subjectId: row.id,
    userId: row.userId,
    data: { token_id: row.id, change, ...successor },
  });
  await bumpAccess(tx, row.userId, ['credentials']);
}
