import { Prisma } from '../../../platform/database/generated/client.js';
import type { VersionState } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf, prime } from '../../../request/loaders.js';
import { filesAsJson, filesByVersion, presentHeadFiles } from '../artifacts/artifacts.loaders.js';
import type { HeadFile } from '../artifacts/present-artifact.js';
import { dependenciesAsJson, dependenciesByVersion } from './list-dependencies.js';
import { type DependencyRow, presentDependency } from './present-dependency.js';
import { presentVersion } from './present-version.js';
import type { ModVersion } from './version.type.js';

/**
 * The part of a version that one light statement reads: everything except the columns of its row.
 */
export interface VersionHead {
  readonly id: string;
  readonly state: VersionState;
  /** Rises with every write of the row. */
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
 * The versions of these heads, in their order, with one statement. Files and dependencies come from
 * the heads.
 */
export async function versionsOf(
  ctx: RequestContext,
  heads: readonly VersionHead[],
): Promise<ModVersion[]> {
  if (heads.length === 0) return [];
  const ids = heads.map(({ id }) => id);
  const rows = await ctx.platform.db.modVersion.findMany({ where: { id: { in: ids } } });
  const metadata = new Map(rows.map((row) => [row.id, row.buildMetadata]));
  for (const { id, files, dependencies } of heads) {
    prime(ctx, filesByVersion, id, presentHeadFiles(files, metadata.get(id)));
    prime(ctx, dependenciesByVersion, id, dependencies.map(presentDependency));
  }
  return inOrderOf(ids, rows, (row) => row.id).flatMap((row, at) => {
    // The state is that of the head, because the viewer may not be allowed to see a later state.
    const state = heads[at]?.state;
    return row && state ? [presentVersion({ ...row, state })] : [];
  });
}
