import { Prisma } from '../../../platform/database/generated/client.js';
import type { VersionState } from '../../../platform/database/generated/enums.js';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { rowAsJson } from '../../../platform/database/queries.js';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf, prime } from '../../../request/loaders.js';
import { etagOf } from '../../../request/validator.js';
import type { Provenance } from '../../collaboration/index.js';
import type { HeadFile } from '../artifacts/present-artifact.js';
import { filesAsJson, filesByVersion, presentHeadFiles } from '../artifacts/visible-files.js';
import {
  type DependencyRow,
  dependenciesAsJson,
  dependenciesByVersion,
  presentDependency,
} from './dependencies.js';
import type { ModVersion } from './version.type.js';
import { presentTexts, readTexts, type VersionTexts } from './version-texts.js';

/** The public columns of a version. The download count may have either number type. */
type VersionRow = Omit<
  ModVersionModel,
  'createdById' | 'downloadsCount' | 'lifecycleVersion' | 'primaryArtifactId'
> & { readonly downloadsCount: bigint | number };

/** A stored version in the form of the contract. */
export function presentVersion(row: VersionRow): ModVersion {
  return { ...presentLightVersion(row), ...presentTexts(row) };
}

/**
 * A stored version without its long columns. They are read if an operation selects them
 * (`TEXTS_BY_VERSION`).
 */
export function presentLightVersion(row: Omit<VersionRow, keyof VersionTexts>): ModVersion {
  return {
    id: row.id,
    modId: row.modId,
    version: row.version,
    releaseChannel: row.releaseChannel,
    fileCategory: row.fileCategory,
    gameVersions: row.gameVersions,
    loaderPlatforms: row.loaderPlatforms,
    status: row.state,
    publishedAt: row.publishedAt,
    // Only results of `provenanceOf` are written to the column.
    provenance: row.provenance as Provenance | null,
    takenDownAt: row.takenDownAt,
    takedownReason: row.takedownReason,
    downloadsCount: Number(row.downloadsCount),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    etag: etagOf(row.id, row.revision),
  };
}

/**
 * All public columns of the version with the alias `v`, with its files and dependencies, as one
 * JSON object. It uses another alias inside, because joined tables may have a `v` of their own.
 */
export const VERSION_AS_JSON = rowAsJson(Prisma.sql`
  select version.id, version.mod_id as "modId", version.version, version.changelog,
    version.release_channel as "releaseChannel", version.file_category as "fileCategory",
    version.game_versions as "gameVersions", version.loader_platforms as "loaderPlatforms",
    version.requirements, version.build_metadata as "buildMetadata", version.state,
    version.published_at as "publishedAt", version.taken_down_at as "takenDownAt",
    version.takedown_reason as "takedownReason",
    version.provenance,
    version.downloads_count as "downloadsCount",
    version.created_at as "createdAt", version.updated_at as "updatedAt", version.revision,
    ${filesAsJson(Prisma.sql`version.id`)} as files,
    ${dependenciesAsJson(Prisma.sql`version.id`)} as dependencies
  from (select v.*) as version`);

/** JSON has no dates, so they are strings. */
type InJson<T> = { readonly [K in keyof T]: T[K] extends Date | null ? Text<T[K]> : T[K] };
type Text<T> = string | Extract<T, null>;

/** A version as `VERSION_AS_JSON` returns it. */
export interface VersionJson extends InJson<VersionRow> {
  readonly files: readonly HeadFile[];
  readonly dependencies: readonly DependencyRow[];
}

/**
 * Converts a version from `VERSION_AS_JSON`. Its files and dependencies need no further statement.
 */
export function versionOfJson(ctx: RequestContext, json: VersionJson): ModVersion {
  const { files, dependencies, ...row } = json;
  prime(ctx, filesByVersion, row.id, presentHeadFiles(files, row.buildMetadata));
  prime(ctx, dependenciesByVersion, row.id, dependencies.map(presentDependency));
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return presentVersion({
    ...row,
    publishedAt: dateOf(row.publishedAt),
    takenDownAt: dateOf(row.takenDownAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  });
}

/**
 * The part of a version that one light statement reads: everything except most columns of its
 * row, which `versionsOf` adds.
 */
export interface VersionHead {
  readonly id: string;
  readonly state: VersionState;
  /** Rises with every write of the row, except that of its download count. */
  readonly revision: number;
  readonly files: readonly HeadFile[];
  readonly dependencies: readonly DependencyRow[];
}

/** The columns of a head, with the alias `version`. */
export const VERSION_HEAD_COLUMNS = Prisma.sql`version.id, version.state, version.revision,
  ${filesAsJson(Prisma.sql`version.id`)} as files,
  ${dependenciesAsJson(Prisma.sql`version.id`)} as dependencies`;

/**
 * A stamp of everything in a version that REST shows and that can change. The row changes with its
 * revision, except the download count, which REST does not show.
 */
export function versionStamp(head: VersionHead): unknown {
  return [head.id, head.revision, head.files, head.dependencies];
}

/**
 * The versions of these heads, in their order, with one statement. Files, dependencies and the
 * state come from the heads: the viewer may not be allowed to see a later state, or the reason of a
 * later takedown. Omits a version whose row is gone.
 */
export async function versionsOf(
  ctx: RequestContext,
  heads: readonly VersionHead[],
): Promise<ModVersion[]> {
  if (heads.length === 0) return [];
  const ids = heads.map(({ id }) => id);
  const read = () => ctx.platform.db.modVersion.findMany({ where: { id: { in: ids } } });
  const rows = await readTexts(ctx.loaders, read);
  const metadata = new Map(rows.map((row) => [row.id, row.buildMetadata]));
  for (const { id, files, dependencies } of heads) {
    prime(ctx, filesByVersion, id, presentHeadFiles(files, metadata.get(id)));
    prime(ctx, dependenciesByVersion, id, dependencies.map(presentDependency));
  }
  return inOrderOf(ids, rows, (row) => row.id).flatMap((row, at) => {
    const state = heads[at]?.state;
    // Every version with a takedown is withdrawn.
    const takedown = state === 'withdrawn' ? {} : { takenDownAt: null, takedownReason: null };
    return row && state ? [presentVersion({ ...row, state, ...takedown })] : [];
  });
}
