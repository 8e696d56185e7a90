import { Prisma } from '../../../platform/database/generated/client.js';
import { rowAsJson } from '../../../platform/database/rows-as-json.js';
import type { RequestContext } from '../../../request/context.js';
import { prime } from '../../../request/loaders.js';
import { filesAsJson, filesByVersion, presentHeadFiles } from '../artifacts/artifacts.loaders.js';
import type { HeadFile } from '../artifacts/present-artifact.js';
import { dependenciesAsJson, dependenciesByVersion } from './list-dependencies.js';
import { type DependencyRow, presentDependency } from './present-dependency.js';
import { presentVersion, type VersionRow } from './present-version.js';
import type { ModVersion } from './version.type.js';

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
