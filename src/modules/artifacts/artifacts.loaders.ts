import type { ArtifactState } from '../../platform/database/generated/enums.js';
import { groupedBy, type LoaderDefinition } from '../../request/loaders.js';
import type { Artifact } from './artifact.type.js';
import { FILE_COLUMNS, FILE_TABLES, type FileRow, presentArtifact } from './present-artifact.js';

/** A version's files: the ids of all, and those whose bytes may be shown in full. */
export interface VersionFiles {
  readonly files: readonly { readonly id: string; readonly state: ArtifactState }[];
  readonly expanded: readonly Artifact[];
}

/**
 * The files of versions, main ones first. Rejected and deleted ones are not among them, nor, once a
 * version was published, what was not published with it.
 */
export const filesByVersion: LoaderDefinition<string, VersionFiles> = {
  name: 'filesByVersion',
  async batch(ctx, versionIds) {
    const rows = await ctx.platform.db.$queryRaw<FileRow[]>`
      select ${FILE_COLUMNS} from ${FILE_TABLES}
      where a.version_id = any(${[...versionIds]}::uuid[])
        and a.state not in ('rejected', 'deleted')
        and (v.published_at is null or a.state not in ('pending', 'ready'))
      order by a.version_id, a.file_kind, a.created_at, a.id`;
    return groupedBy(versionIds, rows, (row) => row.versionId).map((files) => ({
      files: files.map(({ id, state }) => ({ id, state })),
      expanded: files.filter((row) => row.trusted).map(presentArtifact),
    }));
  },
};
