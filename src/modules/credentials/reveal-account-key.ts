import { SealedElsewhere } from '../../platform/vault.js';
import { problem } from '../../registry/errors.js';
import { requireSession, requireStepUp } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { presentAccountKey, readAccountKey, sealedFor } from './account-key.js';
import type { RevealedAccountKey } from './account-key.type.js';

/**
 * The viewer's account key with its secret; the audit log keeps that it was shown. Spec 5.4.
 * Throws `forbidden` for whoever is not signed in with a browser, `step_up_required` without a recent
 * second factor, `invalid_state` where it was never opened, or was sealed with a key that is lost:
 * then it still holds, and a rotation makes one that can be shown.
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
