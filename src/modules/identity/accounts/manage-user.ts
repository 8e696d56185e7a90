import { z } from 'zod';
import type { PlatformRole } from '../../../registry/access.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { conflictOfInterest } from '../../../request/refusals.js';
import { changeBlock, changeRole } from './change-user.js';
import type { ManagedUser } from './managed-user.type.js';
import { readManagedUser } from './read-managed-users.js';

const reasonSchema = z.object({
  reason: z.string().trim().min(1).max(LIMITS.reviewNoteCharacters),
});

/**
 * Gives an account a role of the platform, with the effects of `changeRoleByUsername`. For admins
 * with a recent second factor, and not for their own account, so that the last admin stays one.
 * Throws `forbidden` (also for the own account), the other errors of `requireAdmin`,
 * `step_up_required`, `user_not_found`.
 */
export async function setUserRole(
  ctx: RequestContext,
  id: string,
  role: PlatformRole,
): Promise<ManagedUser> {
  const user = await requireOther(ctx, id);
  await changeRole(ctx, user.id, role);
  return readManagedUser(ctx, user.id);
}

/**
 * Blocks an account: its sessions end, and its tokens and keys do not work until the block ends.
 * The audit log gets the reason. Changes nothing if the account is already blocked or is deleted.
 * Throws the errors of `setUserRole`, and `invalid_input`.
 */
export async function blockUser(
  ctx: RequestContext,
  id: string,
  reason: string,
): Promise<ManagedUser> {
  const user = await requireOther(ctx, id);
  await changeBlock(ctx, user.id, true, checked(reasonSchema, { reason }));
  return readManagedUser(ctx, user.id);
}

/**
 * Ends the block of an account, like `changeBlockByUsername`. Throws the errors of `setUserRole`.
 */
export async function unblockUser(ctx: RequestContext, id: string): Promise<ManagedUser> {
  const user = await requireOther(ctx, id);
  await changeBlock(ctx, user.id, false);
  return readManagedUser(ctx, user.id);
}

async function requireOther(ctx: RequestContext, id: string): Promise<ManagedUser> {
  requireAdmin(ctx);
  const { userId } = requireStepUp(ctx);
  const user = await readManagedUser(ctx, id);
  if (user.id === userId) throw conflictOfInterest('a change of the own account');
  return user;
}
