import { z } from 'zod';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { PlatformRole, UserState } from '../../../platform/database/generated/enums.js';
import { SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { problem } from '../../../registry/errors.js';
import { requireAdmin } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import type { ManagedUser } from './managed-user.type.js';

/**
 * Filters of the accounts. A null or missing member does not filter, but without a `state` deleted
 * accounts are left out.
 */
interface UserFilter {
  readonly q?: string | null;
  readonly role?: PlatformRole | null;
  readonly state?: UserState | null;
}

type UserRow = ManagedUser & SnapshotRow;

const COLUMNS = Prisma.sql`u.id, u.username, u.display_name as "displayName", u.role::text,
  u.state::text, u.created_at as "createdAt",
  (u.totp_secret is not null or exists (select from passkeys p where p.user_id = u.id))
    as "hasSecondFactor"`;

const search = z.object({
  q: z
    .string()
    .trim()
    .max(64)
    .refine((text) => !text.includes('\0')),
});

/**
 * The accounts with the text `q` in the username or the display name; an empty or missing `q`
 * selects all. Upper and lower case are equal. The newest come first, with one statement per page.
 * Without a state, deleted accounts are left out. For admins. Throws the errors of `requireAdmin`,
 * and `invalid_input`.
 */
export async function listManagedUsers(
  ctx: RequestContext,
  filter: UserFilter,
  page: PageInput,
): Promise<Page<ManagedUser>> {
  requireAdmin(ctx);
  const { q } = checked(search, { q: filter.q ?? '' });
  const role = filter.role ?? null;
  const state = filter.state ?? null;
  const rows = await readPage<UserRow>(ctx, page, {
    context: { resource: 'managed-users', sort: 'newest', filters: { q, role, state } },
    // The ids rise with time, so a later account never comes on a later page.
    read: ({ after }, limit) => ctx.platform.db.$queryRaw<UserRow[]>`
      select ${COLUMNS}, ${SNAPSHOT} from users u
      where ${state ? Prisma.sql`u.state = ${state}::"UserState"` : Prisma.sql`u.state <> 'deleted'`}
        ${role ? Prisma.sql`and u.role = ${role}::"PlatformRole"` : Prisma.empty}
        ${q === '' ? Prisma.empty : named(q)}
        ${after ? Prisma.sql`and u.id < ${after[0]}::uuid` : Prisma.empty}
      order by u.id desc limit ${limit}`,
    keysOf: (row) => [row.id],
  });
  return mapPage(
    rows,
    rows.items.map(({ snapshot: _, ...user }) => user),
  );
}

const named = (q: string) => Prisma.sql`
  and (strpos(lower(u.username), lower(${q})) > 0 or strpos(lower(u.display_name), lower(${q})) > 0)`;

/**
 * One account, even if it is deleted. For admins. Throws the errors of `requireAdmin`, and
 * `user_not_found`.
 */
export async function readManagedUser(ctx: RequestContext, id: string): Promise<ManagedUser> {
  requireAdmin(ctx);
  const [user] = isId(id)
    ? await ctx.platform.db.$queryRaw<ManagedUser[]>`
        select ${COLUMNS} from users u where u.id = ${id}::uuid`
    : [];
  if (!user) throw problem('user_not_found');
  return user;
}
