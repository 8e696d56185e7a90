import { requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { holdAccount } from '../../request/hold-caller.js';
import { transact } from '../../request/transact.js';
import { bumpAccess } from '../accounts/index.js';
import { requireWithinReach } from './delegation.js';
import { endCredential } from './end-credentials.js';
import { readOwnKey } from './own-key.js';

/**
 * Ends a token or key with the next request, also one in its overlap; asked again, nothing happens.
 * Its predecessor or successor goes on: each is ended by its own id. Whoever manages keys may end
 * one of more scopes than their own, as that gives nothing away. Its webhook subscriptions are disabled. Spec 4.5.
 * Throws `not_found`, and `resource_scope_denied` for a key of mods that the credential does not reach.
 */
export async function revokeApiKey(ctx: RequestContext, id: string): Promise<void> {
  const viewer = requireUser(ctx);
  const key = await readOwnKey(ctx, id);
  requireWithinReach(viewer, key);
  if (key.revokedAt) return;
  await transact(ctx, async (tx) => {
    await holdAccount(tx, viewer.userId);
    if (await endCredential(tx, ctx, key)) await bumpAccess(tx, viewer.userId, ['credentials']);
  });
}
