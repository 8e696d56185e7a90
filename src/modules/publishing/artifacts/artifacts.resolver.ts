import { Arg, Args, Ctx, Extensions, ID, Query, Resolver } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ArtifactState, FileKind } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import type { Position } from '../../../request/cursor.js';
import { checkedId } from '../../../request/ids.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { draftsSeen } from '../../collaboration/index.js';
import { type ArtifactEntry, ArtifactEntryPage, ArtifactListArgs } from './artifact.type.js';
import { ArtifactSummary, getArtifact } from './get-artifact.js';
import { ArtifactLookup, ArtifactLookupInput, lookupArtifacts } from './lookup.js';
import {
  FILE_COLUMNS,
  FILE_TABLES,
  type FileRow,
  presentArtifact,
  TRUSTED,
} from './present-artifact.js';

/** The filters of a list of files (Spec 4.1, reserved filters). */
interface ArtifactFilter {
  readonly modId?: string | null;
  readonly versionId?: string | null;
  readonly artifactId?: string | null;
  readonly fileKind?: FileKind | null;
  readonly status?: ArtifactState | null;
  readonly sha256?: string | null;
}

interface ListedFile extends FileRow, SnapshotRow {
  readonly createdAt: Date;
}

/**
 * Files, newest first. Every caller gets published files that are `TRUSTED`, so no external ones.
 * The team of a mod and staff get all its files except deleted ones. Throws `invalid_input` for a
 * malformed id, SHA-256 or cursor.
 */
async function listArtifacts(
  ctx: RequestContext,
  filter: ArtifactFilter,
  page: PageInput,
): Promise<Page<ArtifactEntry>> {
  const wanted = normalized(filter);
  const viewer = ctx.viewer.kind === 'user' ? ctx.viewer.userId : null;
  const rows = await readPage(ctx, page, {
    context: { resource: 'artifacts', sort: 'created', filters: { viewer, ...wanted } },
    async read(position, limit) {
      // Anonymous callers see only published files, so other states match none of them. A statement
      // would scan all files to find that out.
      if (viewer === null && wanted.status !== null && wanted.status !== 'published') return [];
      return ctx.platform.db.$queryRaw<ListedFile[]>`
        select ${FILE_COLUMNS}, a.created_at as "createdAt", ${SNAPSHOT}
        from ${FILE_TABLES} join mods m on m.id = a.mod_id
        where ${visible(ctx, position)} ${narrowed(wanted)} ${next(position)}
        order by a.created_at desc, a.id desc limit ${limit}`;
    },
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
  return mapPage(rows, rows.items.map(presentEntry));
}

type Wanted = Record<keyof ArtifactFilter, string | null>;

function normalized(filter: ArtifactFilter): Wanted {
  const sha256 = filter.sha256?.toLowerCase() ?? null;
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) {
    throw problem('invalid_input', { fields: [{ field: 'sha256', code: 'invalid_format' }] });
  }
  const idIn = (field: 'modId' | 'versionId' | 'artifactId') => {
    const id = filter[field];
    return id ? checkedId(field, id) : null;
  };
  return {
    modId: idIn('modId'),
    versionId: idIn('versionId'),
    artifactId: idIn('artifactId'),
    fileKind: filter.fileKind ?? null,
    status: filter.status ?? null,
    sha256,
  };
}

/** The files that this viewer may see, as of the start of the walk. */
function visible(ctx: RequestContext, { snapshot }: Position): Prisma.Sql {
  return Prisma.sql`(
    (a.state = 'published' and v.state = 'published' and m.state in ('published', 'archived')
      and ${TRUSTED} and ${committed(Prisma.sql`a.listed_in`, snapshot)})
    or (a.state <> 'deleted' and v.state <> 'deleted' and m.state <> 'deleted'
      and ${draftsSeen(ctx, Prisma.sql`a.mod_id`)} and ${committed(Prisma.sql`a.born_in`, snapshot)}))`;
}

function narrowed({ modId, versionId, artifactId, fileKind, status, sha256 }: Wanted): Prisma.Sql {
  return Prisma.sql`
    ${modId ? Prisma.sql`and a.mod_id = ${modId}::uuid` : Prisma.empty}
    ${versionId ? Prisma.sql`and a.version_id = ${versionId}::uuid` : Prisma.empty}
    ${artifactId ? Prisma.sql`and a.id = ${artifactId}::uuid` : Prisma.empty}
    ${fileKind ? Prisma.sql`and a.file_kind = ${fileKind}::"FileKind"` : Prisma.empty}
    ${status ? Prisma.sql`and a.state = ${status}::"ArtifactState"` : Prisma.empty}
    ${sha256 ? Prisma.sql`and a.sha256 = ${sha256}` : Prisma.empty}`;
}

function next({ after }: Position): Prisma.Sql {
  if (!after) return Prisma.empty;
  return Prisma.sql`and (a.created_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
}

function presentEntry(row: ListedFile): ArtifactEntry {
  return {
    id: row.id,
    modId: row.modId,
    versionId: row.versionId,
    fileKind: row.fileKind,
    fileVersion: row.fileVersion,
    label: row.label,
    originalFilename: row.originalFilename,
    contentType: row.contentType,
    sizeBytes: Number(row.sizeBytes),
    sha256: row.sha256,
    status: row.state,
    scanStatus: row.scanStatus,
    createdAt: row.createdAt,
    artifact: row.trusted ? presentArtifact(row) : null,
  };
}

/**
 * Files: published ones for every caller (Spec 2.8, 4.1). Only the list also shows other files, to
 * their teams and to staff. No operation needs a credential. `optional` differs from `anonymous`
 * only in that no shared cache may store the response.
 */
@Resolver()
export class ArtifactsResolver {
  @Query(() => ArtifactSummary)
  @Scoped('anonymous', 'mods:read')
  getArtifact(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ArtifactSummary> {
    return getArtifact(ctx, id);
  }

  @Query(() => ArtifactEntryPage, { description: 'Newest first.' })
  @Scoped('anonymous', 'mods:read')
  listArtifacts(
    @Ctx() ctx: RequestContext,
    @Args(() => ArtifactListArgs) args: ArtifactListArgs,
  ): Promise<Page<ArtifactEntry>> {
    return listArtifacts(ctx, args, args);
  }

  @Query(() => ArtifactLookup, { description: 'Beta: this operation may still change.' })
  @Extensions({ oneResultPer: 'hashes' })
  @Scoped('optional', 'mods:read')
  lookupArtifacts(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => ArtifactLookupInput) input: ArtifactLookupInput,
  ): Promise<ArtifactLookup> {
    return lookupArtifacts(ctx, input);
  }
}
