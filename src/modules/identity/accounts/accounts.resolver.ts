import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { z } from 'zod';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import type { PlatformRole, UserState } from '../../../platform/database/generated/enums.js';
import { PAGE_ADDRESSES } from '../../../registry/addresses.js';
import { problem } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { Scoped } from '../../../request/scoped.js';
import { transact } from '../../../request/transact.js';
import { UserAccount } from './account.type.js';
import { hashPassword, newPassword } from './password.js';
import { newUsername, skeletonOf } from './usernames.js';

/**
 * Returns the public fields of the account with this exact username. One statement. Throws
 * `user_not_found` for an unknown, blocked or deleted account.
 */
async function getUser(ctx: RequestContext, username: string): Promise<UserAccount> {
  const { db, publicUrl } = ctx.platform;
  const user = await db.user.findUnique({
    where: { username, state: 'active' },
    select: {
      id: true,
      username: true,
      displayName: true,
      profileOpen: true,
      bio: true,
      profileLinks: true,
    },
  });
  if (!user) throw problem('user_not_found');
  const { profileOpen, bio, profileLinks, ...shown } = user;
  return {
    ...shown,
    profileUrl: profileOpen ? `${publicUrl}${PAGE_ADDRESSES.user(username)}` : null,
    bio: profileOpen ? bio : null,
    links: profileOpen ? profileLinks : [],
  };
}

/**
 * An account in the operator's list. `email` is null without an address that is verified or that an
 * operator set.
 */
interface ListedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly role: PlatformRole;
  readonly state: UserState;
  /** Whether an authenticator app is enrolled. Passkeys are counted separately. */
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly createdAt: Date;
}

/** Rows per statement. */
const BATCH = 1000;

/** Sorts before the id of every account. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Lists all accounts, also blocked and deleted ones, oldest first. For operators. */
export async function listUsers({ platform: { db } }: RequestContext): Promise<ListedUser[]> {
  const users: ListedUser[] = [];
  for (;;) {
    const batch = await db.$queryRaw<ListedUser[]>`
      select id, username, email, role::text, state::text, totp_secret is not null as "hasTotp",
        (select count(*)::int from passkeys where user_id = users.id) as passkeys,
        created_at as "createdAt"
      from users where id > ${users.at(-1)?.id ?? FIRST}::uuid order by id limit ${BATCH}`;
    users.push(...batch);
    if (batch.length < BATCH) return users;
  }
}

const schema = z.object({
  username: newUsername,
  password: newPassword.optional(),
  email: z.email().max(254).optional(),
  role: z.enum(['user', 'moderator', 'admin']).default('user'),
});

/** An account to create. */
type NewUser = z.input<typeof schema>;

/**
 * Creates an account and returns its id, with an audit line. For operators and sample data. Without
 * a password its owner cannot sign in until one is set, by an operator or by a reset link to the
 * address. The address counts as verified, and no mail is sent. An operator may use a reserved name
 * and one that looks like another. Throws `invalid_input` naming the invalid fields, also for a
 * name or an address that is taken, and `service_unavailable` if too many passwords are being
 * hashed.
 */
export async function createUser(ctx: RequestContext, input: NewUser): Promise<string> {
  const { username, password, email, role } = checked(schema, input);
  const id = newId();
  const { passwordCost } = ctx.platform;
  const passwordHash = password === undefined ? null : await hashPassword(password, passwordCost);
  try {
    await transact(ctx, async (tx) => {
      const usernameSkeleton = skeletonOf(username);
      const alike = await tx.user.findUnique({ where: { usernameSkeleton }, select: { id: true } });
      await tx.user.create({
        data: {
          id,
          username,
          usernameSkeleton: alike ? null : usernameSkeleton,
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

/** Queries for public accounts. */
@Resolver()
export class AccountsResolver {
  @Query(() => UserAccount, { description: 'Finds an account by its exact username.' })
  @Scoped('anonymous', 'mods:read')
  getUser(
    @Ctx() ctx: RequestContext,
    @Arg('username', () => String, { description: 'The exact username.' }) username: string,
  ): Promise<UserAccount> {
    return getUser(ctx, username);
  }
}
