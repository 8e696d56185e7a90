import { requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { holdCaller } from '../../../request/hold-caller.js';
import { transact } from '../../../request/transact.js';
import { newAccountKey, presentAccountKey, readAccountKey } from './account-key.js';
import type { AccountKey } from './account-key.type.js';
import { recordChange } from './record-change.js';

/**
 * Returns the viewer's account key, masked. The first call creates it. Spec 5.4. Of two concurrent
 * calls only one creates a key, because of the unique index. Throws `forbidden` outside a browser
 * session.
 */
export async function openAccountKey(ctx: RequestContext): Promise<AccountKey> {
  const { userId } = requireSession(ctx);
  const { platform } = ctx;
  const known = await readAccountKey(platform.db, userId);
  if (known) return presentAccountKey(platform, known);
  const { row } = newAccountKey(platform, userId);
  const key = await transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
    const { count } = await tx.credential.createMany({ data: [row], skipDuplicates: true });
    const made = await tx.credential.findFirstOrThrow({
      where: { userId, kind: 'account_key', revokedAt: null },
    });
    if (count > 0) await recordChange(tx, ctx, made, 'created');
    return made;
  });
  return presentAccountKey(platform, key);
}
