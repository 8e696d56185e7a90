import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { TEAM_ROLES, type TeamRole } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { filtersOf, mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import type { UserViewer } from '../../../request/viewer.js';
import { inResourceGrants } from '../credentials/delegation.js';
import type {
  MyResource,
  ResourceFilterArgs,
  ResourceMod,
  ResourceSort,
  ResourcesInState,
} from './resource.type.js';

interface Membership extends SnapshotRow, Omit<ResourceMod, 'downloadsCount'> {
  readonly downloadsCount: bigint;
  readonly role: TeamRole;
  readonly sortKey: string;
}

/** Filters, order and page of the list. */
type ResourceRequest = ResourceFilterArgs & PageInput & { readonly sort?: ResourceSort | null };

/** One title of a mod, so that the order is the same for every reader. */
const TITLE = Prisma.sql`lower(coalesce(m.title->>'en', m.title->>'ru', m.title->>'de', m.slug))`;

/** The key of each order, its text in a cursor, its type and its direction. */
const ORDERS = {
  joined: byTime(Prisma.sql`t.created_at`),
  updated: byTime(Prisma.sql`m.updated_at`),
  downloads: {
    key: Prisma.sql`m.downloads_count`,
    text: Prisma.sql`m.downloads_count::text`,
    type: Prisma.sql`bigint`,
    isRising: false,
  },
  title: {
    key: TITLE,
    text: TITLE,
    type: Prisma.sql`text`,
    isRising: true,
  },
} as const satisfies Record<ResourceSort, object>;

function byTime(key: Prisma.Sql) {
  const text = Prisma.sql`to_char(${key} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return { key, text, type: Prisma.sql`timestamptz`, isRising: false };
}

/**
 * Lists the mods of the viewer's teams, with role and permissions, by default the latest membership
 * first. The API calls these mods resources. They are in any state except `deleted`. A credential
 * that is limited to some mods sees only those. Spec 4.6. Throws `unauthorized`, `invalid_input`.
 */
export async function listMyResources(
  ctx: RequestContext,
  requested: ResourceRequest,
): Promise<Page<MyResource>> {
  const viewer = requireUser(ctx);
  const { userId, credential } = viewer;
  const filter = checkedFilter(requested);
  const sort = requested.sort ?? 'joined';
  const rows = await readPage(ctx, requested, {
    context: {
      resource: 'my-resources',
      sort,
      filters: {
        viewer: userId,
        credential: credential.modIds && credential.id,
        ...filtersOf<ResourceFilterArgs>(filter),
      },
    },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<Membership[]>(
        pageOf(
          Prisma.sql`${mine(viewer, filter)}
            and ${committed(Prisma.sql`t.born_in`, snapshot)}`,
          { sort, after, limit },
        ),
      ),
    keysOf: (row) => [row.sortKey, row.id],
  });
  return mapPage(rows, rows.items.map(presentResource));
}

/**
 * One mod of the viewer's teams; null for any other mod, a deleted mod, and a mod that the
 * credential does not cover. Throws `unauthorized`.
 */
export async function myResource(ctx: RequestContext, modId: string): Promise<MyResource | null> {
  const viewer = requireUser(ctx);
  if (!isId(modId)) return null;
  const where = Prisma.sql`${mine(viewer, {})} and m.id = ${modId}::uuid`;
  const page = { sort: 'joined', after: null, limit: 1 } as const;
  const [row] = await ctx.platform.db.$queryRaw<Membership[]>(pageOf(where, page));
  return row ? presentResource(row) : null;
}

/**
 * The number of the mods that `listMyResources` lists with this filter, by state. States without a
 * mod are missing. Throws `unauthorized`, `invalid_input`.
 */
export async function countMyResources(
  ctx: RequestContext,
  requested: ResourceFilterArgs,
): Promise<ResourcesInState[]> {
  const viewer = requireUser(ctx);
  return ctx.platform.db.$queryRaw<ResourcesInState[]>`
    select m.state::text, count(*)::int as count
    from team_members t join mods m on m.team_id = t.team_id
    where ${mine(viewer, checkedFilter(requested))} group by m.state order by m.state`;
}

/** The filter with its text in one form. Throws `invalid_input` for a text that is too long. */
function checkedFilter({ search, state, role }: ResourceFilterArgs): Required<ResourceFilterArgs> {
  const text = search?.trim() ?? '';
  if ([...text].length > LIMITS.searchTextCharacters) {
    throw problem('invalid_input', { fields: [{ field: 'search', code: 'too_long' }] });
  }
  return { search: text || null, state: state ?? null, role: role ?? null };
}

/** The condition for the mods `m` of the memberships `t` of the viewer. */
function mine({ userId, credential }: UserViewer, filter: ResourceFilterArgs): Prisma.Sql {
  const { search, state, role } = filter;
  const named = Prisma.sql`and (position(lower(${search}) in m.slug) > 0 or exists (
    select from jsonb_each_text(m.title) x where position(lower(${search}) in lower(x.value)) > 0))`;
  return Prisma.sql`t.user_id = ${userId}::uuid and m.state <> 'deleted'
    ${inResourceGrants(credential.modIds, Prisma.sql`m.id`)}
    ${state ? Prisma.sql`and m.state = ${state}::"ModState"` : Prisma.empty}
    ${role ? Prisma.sql`and t.role = ${role}::"TeamRole"` : Prisma.empty}
    ${search ? named : Prisma.empty}`;
}

interface PageOf {
  readonly sort: `${ResourceSort}`;
  readonly after: readonly string[] | null;
  readonly limit: number;
}

/** A page in an order. Versions are counted for its rows only. */
function pageOf(where: Prisma.Sql, { sort, after, limit }: PageOf): Prisma.Sql {
  const { key, text, type, isRising } = ORDERS[sort];
  const compare = isRising ? Prisma.sql`>` : Prisma.sql`<`;
  const order = isRising ? Prisma.sql`asc` : Prisma.sql`desc`;
  const next = after
    ? Prisma.sql`and (${key}, m.id) ${compare} (${after[0]}::${type}, ${after[1]}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    with page as (
      select m.id, m.slug, m.title, m.state::text, m.cover_id as "coverId", g.name as "gameName",
        m.downloads_count as "downloadsCount", m.created_at as "createdAt",
        m.updated_at as "updatedAt", m.published_at as "publishedAt", t.role::text,
        ${key} as key, ${text} as "sortKey", ${SNAPSHOT}
      from team_members t join mods m on m.team_id = t.team_id join games g on g.id = m.game_id
      where ${where} ${next}
      order by key ${order}, m.id ${order} limit ${limit})
    select p.*, (select count(*)::int from mod_versions v where v.mod_id = p.id and v.state <> 'deleted')
        as "versionsCount"
    from page p order by p.key ${order}, p.id ${order}`;
}

function presentResource(row: Membership): MyResource {
  const { role, downloadsCount, ...mod } = row;
  const permissions = TEAM_ROLES[role];
  const shown = { ...mod, downloadsCount: Number(downloadsCount) };
  return { type: 'mod', id: mod.id, role, permissions, mod: shown };
}
