import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ReleaseChannel, VersionState } from '../../../platform/database/generated/enums.js';
import { rowsAsJson } from '../../../platform/database/queries.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import type { Position } from '../../../request/cursor.js';
import { groupedBy, type LoaderDefinition, load } from '../../../request/loaders.js';
import { filtersOf, mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { Mod } from '../../catalog/index.js';
import { readVisibleMod, seesDrafts } from '../../collaboration/index.js';
import {
  presentLightVersion,
  VERSION_HEAD_COLUMNS,
  type VersionHead,
  versionStamp,
  versionsOf,
} from './present-version.js';
import { ModVersion } from './version.type.js';
import { TEXT_COLUMNS } from './version-texts.js';

/** The filters of a list of versions (Spec 4.1, reserved filters). */
interface VersionFilter {
  readonly releaseChannel?: ReleaseChannel | null;
  /** A version without game versions matches every one. */
  readonly gameVersion?: string | null;
  /** A version without loaders matches every one. */
  readonly loader?: string | null;
  /** Any of these states. Viewers who do not see drafts see published versions only. */
  readonly statuses?: readonly VersionState[] | null;
  /** Excludes a version of exactly this time. */
  readonly publishedAfter?: Date | null;
  /** Excludes a version of exactly this time. */
  readonly publishedBefore?: Date | null;
}

interface ListedVersion extends VersionHead, SnapshotRow {
  /** The time by which the list is sorted. */
  readonly sortedAt: string;
}

/** By creation for viewers who see drafts, by publication for all others. */
type Order = 'createdAt' | 'publishedAt';

/**
 * The versions of a mod, newest first: the published ones by publication for readers, all but
 * deleted ones by creation for viewers who see drafts (`seesDrafts`). Two statements without a
 * credential; after the first the read can end with a 304. Throws `not_found` or `gone` for the
 * mod, and `invalid_input` for a malformed cursor.
 */
export async function listVersions(
  ctx: RequestContext,
  modId: string,
  filter: VersionFilter,
  page: PageInput,
): Promise<Page<ModVersion>> {
  const heads = await readPage<ListedVersion>(ctx, page, async () => {
    const order = await orderFor(ctx, modId);
    return {
      context: { resource: 'versions', sort: order, filters: { modId, ...cursorFilters(filter) } },
      async read(position, limit) {
        const columns = Prisma.sql`${headsOf(order, filter, position, limit)} as heads`;
        const mod = await readVisibleMod<{ heads: ListedVersion[] }>(ctx, modId, columns);
        return mod.heads;
      },
      keysOf: (row) => [new Date(row.sortedAt).toISOString(), row.id],
      stampOf: versionStamp,
    };
  });
  return mapPage(heads, await versionsOf(ctx, heads.items));
}

/** The filters to which a cursor is bound. */
function cursorFilters({
  releaseChannel,
  gameVersion,
  loader,
  statuses,
  publishedAfter,
  publishedBefore,
}: VersionFilter) {
  return filtersOf<VersionFilter>({
    releaseChannel,
    gameVersion,
    loader,
    statuses,
    publishedAfter,
    publishedBefore,
  });
}

/** The order of the list for this viewer. Only an authenticated one needs a look-up. */
async function orderFor(ctx: RequestContext, modId: string): Promise<Order> {
  if (ctx.viewer.kind === 'anonymous') return 'publishedAt';
  return seesDrafts(ctx, await readVisibleMod(ctx, modId)) ? 'createdAt' : 'publishedAt';
}

/**
 * The versions that were in the list at the start of the walk and still are, after the last
 * returned row.
 */
function headsOf(
  order: Order,
  filter: VersionFilter,
  { snapshot, after }: Position,
  limit: number,
): Prisma.Sql {
  const [sortedAt, visible] =
    order === 'createdAt'
      ? [
          Prisma.sql`created_at`,
          Prisma.sql`state <> 'deleted' and ${committed(Prisma.sql`born_in`, snapshot)}`,
        ]
      : [
          Prisma.sql`published_at`,
          Prisma.sql`state = 'published' and ${committed(Prisma.sql`listed_in`, snapshot)}`,
        ];
  const next = after
    ? Prisma.sql`and (${sortedAt}, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : Prisma.empty;
  return rowsAsJson(Prisma.sql`
    select ${VERSION_HEAD_COLUMNS}, version."sortedAt", ${SNAPSHOT} from (
      select id, state, revision, ${sortedAt} as "sortedAt" from mod_versions
      where mod_id = m.id and ${visible} ${narrowed(filter)} ${next}
      order by ${sortedAt} desc, id desc limit ${limit}) as version
    order by version."sortedAt" desc, version.id desc`);
}

function narrowed(filter: VersionFilter): Prisma.Sql {
  const { releaseChannel, gameVersion, loader, statuses, publishedAfter, publishedBefore } = filter;
  const clauses = [
    ...(statuses ? [Prisma.sql`state = any(${[...statuses]}::"VersionState"[])`] : []),
    ...(releaseChannel ? [Prisma.sql`release_channel = ${releaseChannel}::"ReleaseChannel"`] : []),
    ...(gameVersion ? [fits(Prisma.sql`game_versions`, gameVersion)] : []),
    ...(loader ? [fits(Prisma.sql`loader_platforms`, loader)] : []),
    ...(publishedAfter ? [Prisma.sql`published_at > ${publishedAfter}::timestamptz`] : []),
    ...(publishedBefore ? [Prisma.sql`published_at < ${publishedBefore}::timestamptz`] : []),
  ];
  return clauses.length ? Prisma.sql`and ${Prisma.join(clauses, ' and ')}` : Prisma.empty;
}

/** A version without declared values of a kind matches every value. */
function fits(declared: Prisma.Sql, wanted: string): Prisma.Sql {
  return Prisma.sql`(cardinality(${declared}) = 0 or ${wanted} = any(${declared}))`;
}

/** The number of versions in the field `versions` of a mod; `listModVersions` lists all. */
const NEWEST = 10;

/** The newest published versions of mods, without their texts; two statements in total. */
const newestByMod: LoaderDefinition<string, ModVersion[]> = {
  name: 'newestByMod',
  async batch(ctx, modIds) {
    const ids = await ctx.platform.db.$queryRaw<{ id: string }[]>`
      select v.id from unnest(${[...modIds]}::uuid[]) as m(id), lateral (
        select id from mod_versions where mod_id = m.id and state = 'published'
        order by published_at desc, id desc limit ${NEWEST}) as v`;
    const rows = await ctx.platform.db.modVersion.findMany({
      where: { id: { in: ids.map(({ id }) => id) }, state: 'published' },
      omit: TEXT_COLUMNS,
      orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    });
    return groupedBy(modIds, rows, (row) => row.modId).map((group) =>
      group.map(presentLightVersion),
    );
  },
};

/** The version fields of a mod. */
@Resolver(() => Mod)
export class ModVersionsResolver {
  @FieldResolver(() => [ModVersion], { description: 'The ten newest published versions.' })
  versions(@Ctx() ctx: RequestContext, @Root() mod: Mod): Promise<ModVersion[]> {
    return load(ctx, newestByMod, mod.id);
  }
}
