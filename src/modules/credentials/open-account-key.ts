import { requireSession } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { holdCaller } from '../../request/hold-caller.js';
import { transact } from '../../request/transact.js';
import { newAccountKey, presentAccountKey, readAccountKey } from './account-key.js';
import type { AccountKey } from './account-key.type.js';
import { recordChange } from './record-change.js';

/**
 * The viewer's account key, masked; the first time it is opened, it is made. Spec 5.4. Opened twice
 * at once, one key is made: the unique index lets a second one wait, and then leaves it out.
 * Throws `forbidden` for whoever is not signed in with a browser.
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
