import {
  changeBlockByUsername,
  changeRoleByUsername,
  createApp,
  createToken,
  createUser,
  enrolTotp,
  listUsers,
  resourceGrantsOf,
  setPassword,
  userIdOf,
} from '../../modules/identity/index.js';
import { PLATFORM_ROLES } from '../../registry/access.js';
import { parseScopes } from '../../registry/scopes.js';
import { lowerCaseId } from '../../request/ids.js';
import { command } from '../command.js';
import { each, needed, oneOf, optional, required, toggle, wholeNumber } from '../flags.js';

/**
 * `user create`: creates an account. Without `--password`, it has no password yet. The address
 * counts as verified, and no mail is sent.
 */
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

/** `user list`: all accounts, also blocked and deleted ones, the oldest first. */
export const userList = command(
  {},
  async (ctx) => {
    const users = await listUsers(ctx);
    return {
      users: users.map(({ id, username, email, role, state, hasTotp, passkeys, createdAt }) => ({
        user_id: id,
        username,
        email,
        role,
        state,
        totp: hasTotp,
        passkeys,
        created_at: createdAt.toISOString(),
      })),
    };
  },
  { onlyReads: true },
);

/**
 * `user password`: sets a new password, and ends all sessions, tokens, keys and approvals of the
 * account. Without `--password`, generates one and prints it once. The user gets a mail without the
 * password.
 */
export const userPassword = command(
  { username: required('U'), password: optional('P') },
  async (ctx, given) => {
    const { userId, generated } = await setPassword(ctx, given);
    return { user_id: userId, ...(generated === null ? {} : { password: generated }) };
  },
);

/**
 * `user totp`: creates a TOTP secret as the second factor, which replaces the old one, and prints
 * it once. Also ends the account's sessions, removes its passkeys and recovery codes, and mails the
 * user.
 */
export const userTotp = command({ username: required('U') }, async (ctx, { username }) => {
  const { secret, otpauthUrl } = await enrolTotp(ctx, username);
  return { secret, otpauth_url: otpauthUrl };
});

/**
 * `user block`: blocks an account from its next request on, and ends its browser sessions. Its
 * tokens and keys work again after `user unblock`.
 */
export const userBlock = blocking(true);

/** `user unblock`: ends the block. The browser sessions that `user block` ended do not return. */
export const userUnblock = blocking(false);

/** `user role`: changes the role of an account, from its next request on. */
export const userRole = command(
  { username: required('U'), role: needed(oneOf(PLATFORM_ROLES)) },
  async (ctx, { username, role }) => ({
    user_id: await changeRoleByUsername(ctx, username, role),
    role,
  }),
);

function blocking(blocked: boolean) {
  return command({ username: required('U') }, async (ctx, { username }) => ({
    user_id: await changeBlockByUsername(ctx, username, blocked),
    blocked,
  }));
}

const LONGEST_LIFETIME_SECONDS = 10 * 365 * 24 * 60 * 60;

/**
 * `token create`: creates a personal token of a user, and prints the secret once. `--mod` limits
 * the token to these mods. Without `--ttl-seconds`, it never expires. With `--aal2`, it counts as
 * proven by a second factor. An unknown scope or mod is an error, and creates no token.
 */
export const tokenCreate = command(
  {
    username: required('U'),
    scopes: required('"a b"'),
    mod: each('ID'),
    'ttl-seconds': wholeNumber('N', { max: LONGEST_LIFETIME_SECONDS, otherwise: null }),
    aal2: toggle,
  },
  async (ctx, { username, scopes, mod, 'ttl-seconds': lifetimeSeconds, aal2 }) => {
    const token = await createToken(ctx, {
      userId: await userIdOf(ctx, username),
      name: ctx.request.id,
      scopes: parseScopes(scopes),
      modIds: mod.length > 0 ? mod.map(lowerCaseId) : null,
      lifetimeSeconds,
      aal2,
    });
    return {
      token: token.secret,
      token_id: token.id,
      scopes: token.scopes,
      resource_grants: resourceGrantsOf(token.modIds),
      expires_at: token.expiresAt,
    };
  },
);

/**
 * `oauth-client create`: creates an application of a user, and prints the secret of a confidential
 * one once. With `--approved`, the operator replaces the review, and all requested scopes are
 * approved.
 */
export const oauthClientCreate = command(
  {
    username: required('U'),
    name: required('N'),
    'redirect-uri': each('R'),
    scopes: required('"a b"'),
    confidential: toggle,
    approved: toggle,
  },
  async (ctx, { username, name, 'redirect-uri': redirectUris, scopes, confidential, approved }) => {
    const { app, secret } = await createApp(ctx, {
      ownerId: await userIdOf(ctx, username),
      kind: confidential ? 'confidential' : 'public',
      name,
      redirectUris,
      scopes: scopes.split(/\s+/).filter((scope) => scope !== ''),
      byOperator: { approved },
    });
    return { client_id: app.clientId, ...(secret === null ? {} : { client_secret: secret }) };
  },
);
