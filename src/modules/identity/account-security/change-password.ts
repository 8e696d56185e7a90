import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { problem } from '../../../registry/errors.js';
import { lockCaller, requireSession } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { lockAccount, userIdOf } from '../accounts/change-user.js';
import { confirmPassword } from '../accounts/check-sign-in.js';
import { hashPassword, newPassword } from '../accounts/password.js';
import { passwordFault } from '../accounts/password-policy.js';
import { stillHasFactors } from '../sessions/factors.js';
import type { StartedSession } from '../sessions/start-session.js';
import { renewSession } from '../sessions/verify-session.js';
import { type AccessKind, endAccess } from './end-access.js';

/** The old and the new password, and the kinds of access to keep. All other access ends. */
interface PasswordChange {
  readonly old: string;
  readonly new: string;
  readonly keeps: readonly AccessKind[];
}

/**
 * Changes the viewer's password and ends access that a thief of the old one may have created. This
 * includes other browser sessions, tokens and keys, and approvals of applications. The kinds in
 * `keeps` stay. Links in earlier mails always end, and the viewer gets a mail. The current session
 * continues with a new token, which is the result. Returns null if the old password is wrong, or if
 * another request has changed the password or a second factor in the meantime.
 *
 * One transaction locks the account. Every write that creates access also locks it (`lockCaller`),
 * so such access is either ended here or refused afterwards. Throws `invalid_input` for a new
 * password that `passwordFault` refuses, `forbidden`, `unauthorized`, `account_blocked`,
 * `rate_limited`, `service_unavailable`.
 */
export async function changePassword(
  ctx: RequestContext,
  change: PasswordChange,
): Promise<StartedSession | null> {
  const { userId, username } = requireSession(ctx);
  const chosen = change.new;
  if ((await passwordFault(chosen, username)) !== null) {
    throw problem('invalid_input', { fields: [{ field: 'new', code: 'not_allowed' }] });
  }
  const proven = await confirmPassword(ctx, change.old);
  if (!proven) return null;
  const passwordHash = await hashPassword(chosen, ctx.platform.passwordCost);
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    if (!(await stillHasFactors(tx, ctx, proven))) return null;
    await tx.user.update({
      where: { id: userId },
      data: {
        passwordHash,
        revision: { increment: 1 },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    const session = await renewSession(tx, ctx);
    await endAccess(tx, ctx, { userId, sessionId: session.id, keeps: change.keeps });
    return session;
  });
}

const schema = z.object({ username: z.string(), password: newPassword.optional() });

/** 120 random bits. */
const GENERATED_BYTES = 15;

/** A password that an operator set. */
interface SetPassword {
  readonly userId: string;
  /** The generated password, which is not stored; null if the operator gave one. */
  readonly generated: string | null;
}

/**
 * Sets a new password for an account and ends all its sessions, tokens, keys and approvals. Its
 * owner gets a mail without the password. For operators, after they have verified the owner's
 * identity. Generates a password if none is given, and checks only the length of a given one.
 *
 * Second factors stay. But a passkey does not sign in alone until its owner has used it once with
 * the new password. Throws `invalid_input`, `user_not_found`, `service_unavailable`.
 */
export async function setPassword(
  ctx: RequestContext,
  input: z.input<typeof schema>,
): Promise<SetPassword> {
  const { username, password } = checked(schema, input);
  const userId = await userIdOf(ctx, username);
  const chosen = password ?? randomBytes(GENERATED_BYTES).toString('base64url');
  const passwordHash = await hashPassword(chosen, ctx.platform.passwordCost);
  await transact(ctx, async (tx) => {
    await lockAccount(tx, userId);
    const now = ctx.platform.clock.now();
    await tx.user.update({
      where: { id: userId },
      data: { passwordHash, passwordResetAt: now, revision: { increment: 1 }, updatedAt: now },
    });
    await endAccess(tx, ctx, { userId, keeps: [] });
  });
  return { userId, generated: password === undefined ? chosen : null };
}
