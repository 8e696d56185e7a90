import { Prisma } from '../../../platform/database/generated/client.js';
import type { ArtifactState } from '../../../platform/database/generated/enums.js';
import { rowsAsJson } from '../../../platform/database/queries.js';
import type { Platform } from '../../../platform/platform.js';
import { providersOn } from '../../../platform/provider-switches.js';
import { groupedBy, type LoaderDefinition } from '../../../request/loaders.js';
import type { Artifact } from './artifact.type.js';
import {
  FILE_TABLES,
  HEAD_FILE_COLUMNS,
  type HeadFile,
  onlyPlatformOf,
  presentArtifact,
  type ShownVersionFile,
  TRUSTED,
  VERSION_FILE_COLUMNS,
  type VersionFileRow,
} from './present-artifact.js';

const TABLES = Prisma.sql`${FILE_TABLES}
  join mods m on m.id = a.mod_id join games g on g.id = m.game_id
  left join external_references r on r.artifact_id = a.id
  left join reference_attestations t on t.reference_id = r.id and t.revision = r.revision`;

/**
 * Joins each row of `n`, whose `id` is a file's id, with `columns` of that file. Drops a row whose
 * file is unknown or does not meet `where`. `offset 0` forces a look-up by id: otherwise PostgreSQL
 * scans all of these tables for a thousand files.
 */
export function eachFile(columns: Prisma.Sql, where: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`join lateral (
    select ${columns} from ${TABLES} where a.id = n.id and ${where} offset 0) as f on true`;
}

/**
 * The SQL condition that every caller may see a file, the same as for `getArtifact`. The file
 * belongs to a visible mod, and is trusted, or attested at an enabled provider that still has it.
 * For use in `eachFile`, whose table aliases it needs.
 */
export function isVisible(platform: Platform): Prisma.Sql {
  return Prisma.sql`(m.state in ('published', 'archived') and (${TRUSTED}
    or (${isAttested(platform)} and a.state in ('published', 'archived') and r.state <> 'withdrawn')))`;
}

/**
 * The SQL condition that every caller may know that a file was published. It is visible, or it was
 * withdrawn since, here or by its provider. Excluded are unsafe files, deleted files, files of
 * hidden mods and external files of disabled providers. For use in `eachFile`, like `isVisible`.
 */
export function wasVisible(platform: Platform): Prisma.Sql {
  return Prisma.sql`(m.state in ('published', 'archived') and v.published_at is not null
    and a.scan_status = 'clean' and a.state in ('published', 'archived', 'withdrawn')
    and (${TRUSTED} or (a.state = 'withdrawn' and coalesce(b.state = 'sealed', false))
      or ${isAttested(platform)}))`;
}

function isAttested(platform: Platform): Prisma.Sql {
  const providers = providersOn(platform, 'resolve');
  if (providers.length === 0) return Prisma.sql`false`;
  return Prisma.sql`(a.source = 'external_provider_reference' and a.scan_status = 'clean'
    and r.revision > 0 and r.provider = any(${providers}::text[]))`;
}

/** The files of a version: the ids of all, and the trusted ones in full. */
interface VersionFiles {
  readonly files: readonly { readonly id: string; readonly state: ArtifactState }[];
  readonly trusted: readonly Artifact[];
  /**
   * The primary file of a published version, if it is trusted, else null. An external file never is
   * trusted.
   */
  readonly expanded: Artifact | null;
}

/**
 * Excludes rejected and deleted files, and for a published version all files that were not
 * published with it.
 */
const SHOWN = Prisma.sql`a.state not in ('rejected', 'deleted')
  and (v.published_at is null or a.state not in ('pending', 'ready'))`;

/** The files of versions that `SHOWN` includes, main ones first. */
export const filesByVersion: LoaderDefinition<string, VersionFiles> = {
  name: 'filesByVersion',
  async batch(ctx, versionIds) {
    const rows = await ctx.platform.db.$queryRaw<VersionFileRow[]>`
      select ${VERSION_FILE_COLUMNS} from ${FILE_TABLES}
      where a.version_id = any(${[...versionIds]}::uuid[]) and ${SHOWN}
      order by a.version_id, a.file_kind, a.created_at, a.id`;
    return groupedBy(versionIds, rows, (row) => row.versionId).map(presentFiles);
  },
};

/**
 * The files of `filesByVersion` for the version with this id, as a JSON column of a larger
 * statement. They lack the platform, which `presentHeadFiles` adds.
 */
export function filesAsJson(versionId: Prisma.Sql): Prisma.Sql {
  return rowsAsJson(Prisma.sql`
    select ${HEAD_FILE_COLUMNS} from ${FILE_TABLES} where a.version_id = ${versionId} and ${SHOWN}
    order by a.file_kind, a.created_at, a.id`);
}

/**
 * The public form of one version's files from `filesAsJson`, with the platform in its build
 * metadata.
 */
export function presentHeadFiles(files: readonly HeadFile[], buildMetadata: unknown): VersionFiles {
  const platform = onlyPlatformOf(buildMetadata);
  return presentFiles(files.map((file) => ({ ...file, platform })));
}

/** The public form of one version's files. */
function presentFiles(rows: readonly ShownVersionFile[]): VersionFiles {
  const primary = rows.find((row) => row.trusted && row.isPrimary);
  return {
    files: rows.map(({ id, state }) => ({ id, state })),
    trusted: rows.filter((row) => row.trusted).map((row) => presentArtifact(row)),
    expanded: primary ? presentArtifact(primary) : null,
  };
}
