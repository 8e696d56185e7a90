import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { userIdOf } from '../accounts/block-user.js';
import { lockAccount } from '../accounts/lock-account.js';
import { hashPassword, newPassword } from '../accounts/password.js';
import { endAccess } from './end-access.js';

const schema = z.object({ username: z.string(), password: newPassword.optional() });

/** 120 random bits. */
const GENERATED_BYTES = 15;

/** A password that an operator set. */
export interface SetPassword {
  readonly userId: string;
  /** The generated password, which is not stored; null if the operator gave one. */
  readonly generated: string | null;
}

/**
 * Sets a new password for an account and ends all its sessions, tokens, keys and approvals. For
 * operators, after they have verified the owner's identity. Generates a password if none is given.
 * Throws `invalid_input`, `user_not_found`.
 */
export async function setPassword(
  ctx: RequestContext,
  input: z.input<typeof schema>,
): Promise<SetPassword> {
  const { username, password } = checked(schema, input);
  const userId = await userIdOf(ctx, username);
  const chosen = password ?? randomBytes(GENERATED_BYTES).toString('base64url');
  const passwordHash = await hashPassword(chosen);
  await transact(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await tx.user.update({
      where: { id: userId },
      data: {
        ...{ passwordHash, revision: { increment: 1 } },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    await endAccess(tx, ctx, { userId, keeps: [] });
  });
  return { userId, generated: password === undefined ? chosen : null };
}
