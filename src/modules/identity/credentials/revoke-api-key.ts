import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { holdAccount } from '../../../request/hold-caller.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess } from '../accounts/bump-access.js';
import { requireWithinReach } from './delegation.js';
import { endCredential } from './end-credentials.js';
import { readOwnKey } from './own-key.js';

/**
 * Revokes a token or key at once, even during its overlap; repeating it does nothing. Its
 * predecessor or successor stays valid. The caller may revoke a key with more scopes than its own,
 * because that grants nothing. The key's webhook subscriptions are disabled. Spec 4.5. Throws
 * `not_found`, and `resource_scope_denied` for a key with mods that the credential does not cover.
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
