import { Prisma } from '../../platform/database/generated/client.js';
import type { ArtifactState } from '../../platform/database/generated/enums.js';
import { rowsAsJson } from '../../platform/database/rows-as-json.js';
import { groupedBy, type LoaderDefinition } from '../../request/loaders.js';
import type { Artifact } from './artifact.type.js';
import {
  FILE_TABLES,
  presentArtifact,
  type ShownVersionFile,
  VERSION_FILE_COLUMNS,
  type VersionFileRow,
} from './present-artifact.js';

/** A version's files: the ids of all, and those whose bytes are trusted. */
export interface VersionFiles {
  readonly files: readonly { readonly id: string; readonly state: ArtifactState }[];
  readonly trusted: readonly Artifact[];
  /** The file that the version shows in full: the primary one of a published version, if it is kept here. */
  readonly expanded: Artifact | null;
}

/**
 * Rejected and deleted files are not shown, nor, once a version was published, what was not
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

/** The same files of the version with this id, for a statement that reads them beside others. */
export function filesAsJson(versionId: Prisma.Sql): Prisma.Sql {
  return rowsAsJson(Prisma.sql`
    select ${VERSION_FILE_COLUMNS} from ${FILE_TABLES} where a.version_id = ${versionId} and ${SHOWN}
    order by a.file_kind, a.created_at, a.id`);
}

/** The files of one version as they are shown. */
export function presentFiles(rows: readonly ShownVersionFile[]): VersionFiles {
  const primary = rows.find((row) => row.trusted && row.isPrimary);
  return {
    files: rows.map(({ id, state }) => ({ id, state })),
    trusted: rows.filter((row) => row.trusted).map((row) => presentArtifact(row)),
    expanded: primary ? presentArtifact(primary) : null,
  };
}
