import { Prisma } from '../../platform/database/generated/client.js';
import { rowAsJson } from '../../platform/database/rows-as-json.js';
import type { RequestContext } from '../../request/context.js';
import { prime } from '../../request/loaders.js';
import {
  filesAsJson,
  filesByVersion,
  presentFiles,
  type ShownVersionFile,
} from '../artifacts/index.js';
import { dependenciesAsJson, dependenciesByVersion } from './list-dependencies.js';
import { type DependencyRow, presentDependency } from './present-dependency.js';
import { presentVersion, type VersionRow } from './present-version.js';
import type { ModVersion } from './version.type.js';

/**
 * All that is shown of the version that a statement calls `v`, its files and dependencies included,
 * as one JSON object beside other columns. It has another name inside, as what it is joined with has
 * a `v` of its own.
 */
export const VERSION_AS_JSON = rowAsJson(Prisma.sql`
  select version.id, version.mod_id as "modId", version.version, version.changelog,
    version.release_channel as "releaseChannel", version.file_category as "fileCategory",
    version.game_versions as "gameVersions", version.loader_platforms as "loaderPlatforms",
    version.requirements, version.build_metadata as "buildMetadata", version.state,
    version.published_at as "publishedAt", version.taken_down_at as "takenDownAt",
    version.downloads_count as "downloadsCount",
    version.created_at as "createdAt", version.updated_at as "updatedAt", version.revision,
    ${filesAsJson(Prisma.sql`version.id`)} as files,
    ${dependenciesAsJson(Prisma.sql`version.id`)} as dependencies
  from (select v.*) as version`);

/** JSON has no dates. */
type InJson<T> = { readonly [K in keyof T]: T[K] extends Date | null ? Text<T[K]> : T[K] };
type Text<T> = string | Extract<T, null>;

/** A version as `VERSION_AS_JSON` reads it. */
export interface VersionJson extends InJson<VersionRow> {
  readonly files: readonly ShownVersionFile[];
  readonly dependencies: readonly DependencyRow[];
}

/** The version that was read by `VERSION_AS_JSON`; what it refers to costs no statement more. */
export function versionOfJson(ctx: RequestContext, json: VersionJson): ModVersion {
  const { files, dependencies, ...row } = json;
  prime(ctx, filesByVersion, row.id, presentFiles(files));
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
