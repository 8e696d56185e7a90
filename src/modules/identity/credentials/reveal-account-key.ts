import { SealedElsewhere } from '../../../platform/vault.js';
import { problem } from '../../../registry/errors.js';
import { requireSession, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { presentAccountKey, readAccountKey, sealedFor } from './account-key.js';
import type { RevealedAccountKey } from './account-key.type.js';

/**
 * The viewer's account key with its secret; the audit log records the access. Spec 5.4. Throws
 * `forbidden` outside a browser session and `step_up_required` without a recent second factor.
 * Throws `invalid_state` if the key was never opened or its sealing key is lost. In the latter case
 * the key stays valid, and a rotation creates one that can be shown.
 */
export async function revealAccountKey(ctx: RequestContext): Promise<RevealedAccountKey> {
  const { userId } = requireSession(ctx);
  requireStepUp(ctx);
  const { db, vault } = ctx.platform;
  const row = await readAccountKey(db, userId);
  if (!row?.sealedSecret) throw problem('invalid_state');
  const secret = opened(() => vault.open(sealedFor(row.id), row.sealedSecret ?? new Uint8Array()));
  await transact(ctx, (tx) =>
    audit(tx, ctx, {
      action: 'token.revealed',
      targetKind: 'credential',
      targetId: row.id,
      data: { key_id: row.keyId, kind: row.kind },
    }),
  );
  return { ...presentAccountKey(ctx.platform, row), secret };
}

function opened(open: () => Buffer): string {
  try {
    return open().toString('utf8');
  } catch (error) {
    if (error instanceof SealedElsewhere) throw problem('invalid_state', { cause: error });
    throw error;
  }
}
