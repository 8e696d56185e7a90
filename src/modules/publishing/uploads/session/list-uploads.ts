import { ArgsType, Field, ID } from 'type-graphql';
import { Prisma } from '../../../../platform/database/generated/client.js';
import { UploadState, UploadStrategy } from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../../platform/database/snapshot.js';
import { LIMITS } from '../../../../registry/limits.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { checkedId } from '../../../../request/ids.js';
import { inOrderOf } from '../../../../request/loaders.js';
import {
  filtersOf,
  mapPage,
  type Page,
  PageArgs,
  type PageInput,
  pageType,
  readPage,
} from '../../../../request/page.js';
import { ownMods } from '../../../collaboration/index.js';
import { CLOSED_STATES } from './lock-version.js';
import { presentUpload } from './read-upload.js';
import { UploadSession } from './upload.type.js';

/** Filters of a list of uploads (Spec 4.1, reserved filters). */
type UploadFilter = Omit<UploadListArgs, keyof PageArgs>;

interface UploadRow extends SnapshotRow {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * The uploads of all mods of the viewer's teams, newest first. It lists exactly the sessions that
 * `getUploadSession` returns to the same credential. An upload has to meet all filters, and an
 * empty list of `statuses` matches none. Throws `unauthorized`, `invalid_input` for a malformed id,
 * and the errors of `readPage`.
 */
export async function listUploads(
  ctx: RequestContext,
  filter: UploadFilter,
  page: PageInput,
): Promise<Page<UploadSession>> {
  const viewer = requireUser(ctx);
  const where = whereOf(filter);
  const heads = await readPage(ctx, page, {
    context: {
      resource: 'uploads',
      sort: 'created',
      filters: {
        viewer: viewer.userId,
        openVersions: filter.openVersions || null,
        ...cursorFilters(filter),
      },
    },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<UploadRow[]>`
        select s.id, s.created_at as "createdAt", ${SNAPSHOT} from upload_sessions s
        where s.mod_id in (${ownMods(viewer)}) ${where}
          and ${committed(Prisma.sql`s.born_in`, snapshot)}
          ${after ? Prisma.sql`and (s.created_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by s.created_at desc, s.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
  const ids = heads.items.map((head) => head.id);
  const rows: UploadSessionModel[] = await ctx.platform.db.uploadSession.findMany({
    where: { id: { in: ids } },
  });
  const found = inOrderOf(ids, rows, (row) => row.id);
  return mapPage(
    heads,
    found.flatMap((row) => (row ? [presentUpload(row)] : [])),
  );
}

/** The filters to which a cursor is bound, except `openVersions`, which has no text or date. */
function cursorFilters(filter: UploadFilter) {
  const { status, statuses, modId, versionId, strategy, fileId } = filter;
  const { createdAfter, createdBefore } = filter;
  return filtersOf<Omit<UploadFilter, 'openVersions'>>({
    status,
    statuses,
    modId,
    versionId,
    strategy,
    fileId,
    createdAfter,
    createdBefore,
  });
}

const IN_OPEN_VERSION = Prisma.sql`and exists (
  select from mod_versions v where v.id = s.version_id
    and v.state <> all(${[...CLOSED_STATES]}::"VersionState"[]))`;

function whereOf(filter: UploadFilter) {
  const { status, statuses, openVersions, strategy, createdAfter, createdBefore } = filter;
  const idOf = (field: 'modId' | 'versionId' | 'fileId') => {
    const value = filter[field];
    return value ? checkedId(field, value) : null;
  };
  const mod = idOf('modId');
  const version = idOf('versionId');
  const file = idOf('fileId');
  return Prisma.sql`
    ${status ? Prisma.sql`and s.state = ${status}::"UploadState"` : Prisma.empty}
    ${statuses ? Prisma.sql`and s.state = any(${[...statuses]}::"UploadState"[])` : Prisma.empty}
    ${mod ? Prisma.sql`and s.mod_id = ${mod}::uuid` : Prisma.empty}
    ${version ? Prisma.sql`and s.version_id = ${version}::uuid` : Prisma.empty}
    ${openVersions ? IN_OPEN_VERSION : Prisma.empty}
    ${strategy ? Prisma.sql`and s.strategy = ${strategy}::"UploadStrategy"` : Prisma.empty}
    ${file ? Prisma.sql`and s.artifact_id = ${file}::uuid` : Prisma.empty}
    ${createdAfter ? Prisma.sql`and s.created_at > ${createdAfter}` : Prisma.empty}
    ${createdBefore ? Prisma.sql`and s.created_at < ${createdBefore}` : Prisma.empty}`;
}

/** An upload in the operator's list. */
interface ListedUpload {
  readonly upload_id: string;
  /** The state of the upload, named as in the contract of the API (Spec 2.9). */
  readonly lifecycleStatus: UploadState;
  readonly mod_id: string;
  readonly mod_slug: string;
  readonly version_id: string;
  readonly version: string;
  readonly artifact_id: string;
  readonly file_kind: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly username: string;
  readonly review_reasons: readonly string[];
  /** Null unless the upload failed. */
  readonly failure_code: string | null;
  readonly created_at: string;
  /** When it last went to review; null if it never did. */
  readonly review_since: string | null;
}

/**
 * The uploads of all mods, for operator commands; with `state`, only those in it. Newest first, but
 * `quarantined` ones by longest wait. At most `LIMITS.operatorListRows`; `hasMore` says whether
 * there are more.
 */
export async function listAllUploads(
  { platform: { db } }: RequestContext,
  state?: UploadState,
): Promise<{ uploads: ListedUpload[]; hasMore: boolean }> {
  const rows = await db.uploadSession.findMany({
    ...(state ? { where: { state } } : {}),
    orderBy:
      state === 'quarantined'
        ? [{ reviewSince: 'asc' }, { id: 'asc' }]
        : [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LIMITS.operatorListRows + 1,
    include: {
      user: { select: { username: true } },
      version: { select: { version: true, mod: { select: { slug: true } } } },
    },
  });
  const uploads = rows.slice(0, LIMITS.operatorListRows).map((row) => ({
    upload_id: row.id,
    lifecycleStatus: row.state,
    mod_id: row.modId,
    mod_slug: row.version.mod.slug,
    version_id: row.versionId,
    version: row.version.version,
    artifact_id: row.artifactId,
    file_kind: row.fileKind,
    filename: row.filename,
    size_bytes: Number(row.sizeBytes),
    username: row.user.username,
    review_reasons: row.reviewReasons,
    failure_code: row.failureCode,
    created_at: row.createdAt.toISOString(),
    review_since: row.reviewSince?.toISOString() ?? null,
  }));
  return { uploads, hasMore: rows.length > LIMITS.operatorListRows };
}

/** One page of uploads. */
export const UploadSessionPage = pageType('UploadSessionPage', () => UploadSession);

/** Filters and page of a list of uploads. */
@ArgsType()
export class UploadListArgs extends PageArgs {
  @Field(() => UploadState, { nullable: true, description: 'Only uploads in this state.' })
  readonly status?: UploadState | null;

  @Field(() => [UploadState], {
    nullable: true,
    description: 'Only uploads in one of these states.',
  })
  readonly statuses?: readonly UploadState[] | null;

  @Field(() => ID, { nullable: true, description: 'Only uploads to this mod.' })
  readonly modId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only uploads to this version.' })
  readonly versionId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only uploads to versions that were neither published nor deleted.',
  })
  readonly openVersions?: boolean | null;

  @Field(() => UploadStrategy, {
    nullable: true,
    description: 'Only uploads in a single request, or only uploads in parts.',
  })
  readonly strategy?: UploadStrategy | null;

  @Field(() => ID, { nullable: true, description: 'Only uploads for this file.' })
  readonly fileId?: string | null;

  @Field(() => Date, { nullable: true, description: 'Only uploads created after this time.' })
  readonly createdAfter?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only uploads created before this time.' })
  readonly createdBefore?: Date | null;
}
