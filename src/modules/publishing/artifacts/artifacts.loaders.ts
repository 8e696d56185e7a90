import { Prisma } from '../../../platform/database/generated/client.js';
import type { ArtifactState } from '../../../platform/database/generated/enums.js';
import { rowsAsJson } from '../../../platform/database/rows-as-json.js';
import { groupedBy, type LoaderDefinition } from '../../../request/loaders.js';
import type { Artifact } from './artifact.type.js';
import {
  FILE_TABLES,
  HEAD_FILE_COLUMNS,
  type HeadFile,
  onlyPlatformOf,
  presentArtifact,
  type ShownVersionFile,
  VERSION_FILE_COLUMNS,
  type VersionFileRow,
} from './present-artifact.js';

/** The files of a version: the ids of all, and the trusted ones in full. */
export interface VersionFiles {
  readonly files: readonly { readonly id: string; readonly state: ArtifactState }[];
  readonly trusted: readonly Artifact[];
  /**
   * The file that the version shows in full: the primary one of a published version, if it is a
   * managed file.
   */
  readonly expanded: Artifact | null;
}

/**
 * Excludes rejected and deleted files, and for a published version all files that were not
 * published with it.
 */
const SHOWN = Prisma.sql`a.state not in ('rejected', 'deleted')
  and (v.published_at is null or a.state not in ('pending', 'ready'))`;

/** The files of versions, main ones first. */
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

/** The same files of the version with this id, without platform, as a column of a larger statement. */
export function filesAsJson(versionId: Prisma.Sql): Prisma.Sql {
  return rowsAsJson(Prisma.sql`
    select ${HEAD_FILE_COLUMNS} from ${FILE_TABLES} where a.version_id = ${versionId} and ${SHOWN}
    order by a.file_kind, a.created_at, a.id`);
}

/** The public form of one version's files from `filesAsJson`, with the platform of the version. */
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
