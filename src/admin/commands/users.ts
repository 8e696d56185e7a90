import {
  createUser,
  enrolTotp,
  listUsers,
  setBlocked,
  setPassword,
  setRole,
} from '../../modules/identity/index.js';
import { PLATFORM_ROLES } from '../../registry/access.js';
import { command } from '../command.js';
import { needed, oneOf, optional, required } from '../flags.js';

/** `user create` */
export const userCreate = command(
  {
    username: required('U'),
    password: optional('P'),
    email: optional('E'),
    role: oneOf(PLATFORM_ROLES),
  },
  async (ctx, account) => ({
    user_id: await createUser(ctx, account),
    username: account.username,
  }),
);

/** `user list`: all accounts, the oldest first. */
export const userList = command({}, async (ctx) => {
  const users = await listUsers(ctx);
  return {
    users: users.map(({ id, username, email, role, state, hasTotp, createdAt }) => ({
      user_id: id,
      ...{ username, email, role, state },
      totp: hasTotp,
      created_at: createdAt.toISOString(),
    })),
  };
});

/**
 * `user password`: revokes the account's access like a change by its owner, and prints a generated
 * password once.
 */
export const userPassword = command(
  { username: required('U'), password: optional('P') },
  async (ctx, given) => {
    const { userId, generated } = await setPassword(ctx, given);
    return { user_id: userId, ...(generated === null ? {} : { password: generated }) };
  },
);

/** `user totp`: creates a second factor, replaces the old one, and prints it once. */
export const userTotp = command({ username: required('U') }, async (ctx, { username }) => {
  const { secret, otpauthUrl } = await enrolTotp(ctx, username);
  return { secret, otpauth_url: otpauthUrl };
});

/** `user block`: takes effect with the next request of the account. */
export const userBlock = blocking(true);

/** `user unblock` */
export const userUnblock = blocking(false);

/** `user role`: takes effect with the next request of the account. */
export const userRole = command(
  { username: required('U'), role: needed(oneOf(PLATFORM_ROLES)) },
  async (ctx, { username, role }) => ({ user_id: await setRole(ctx, username, role), role }),
);

function blocking(blocked: boolean) {
  return command({ username: required('U') }, async (ctx, { username }) => ({
    user_id: await setBlocked(ctx, username, blocked),
    blocked,
  }));
}
