import { z } from 'zod';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import { problem } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { hashPassword, newPassword } from './password.js';

/**
 * The form of an id. A username in this form could be confused with the account that has this id.
 */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const schema = z.object({
  username: z
    .string()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,37}[A-Za-z0-9])?$/)
    .refine((name) => !ID.test(name)),
  password: newPassword.optional(),
  email: z.email().max(254).optional(),
  role: z.enum(['user', 'moderator', 'admin']).default('user'),
});

/** An account to create. */
export type NewUser = z.input<typeof schema>;

/** Creates an account and returns its id. Throws `invalid_input` naming the invalid fields. */
export async function createUser(ctx: RequestContext, input: NewUser): Promise<string> {
  const { username, password, email, role } = checked(schema, input);
  const id = newId();
  const passwordHash = password === undefined ? null : await hashPassword(password);
  try {
    await transact(ctx, async (tx) => {
      await tx.user.create({
        data: {
          id,
          username,
          displayName: username,
          email: email?.toLowerCase() ?? null,
          passwordHash,
          role,
        },
      });
      await audit(tx, ctx, { action: 'user.created', targetKind: 'user', targetId: id });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const field = isUniqueViolation(error, 'users_email_key') ? 'email' : 'username';
    throw problem('invalid_input', { fields: [{ field, code: 'not_unique' }] });
  }
  return id;
}
