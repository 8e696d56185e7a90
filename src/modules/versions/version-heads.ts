import { Prisma } from '../../platform/database/generated/client.js';
import type { VersionState } from '../../platform/database/generated/enums.js';
import type { RequestContext } from '../../request/context.js';
import { inOrderOf, prime } from '../../request/loaders.js';
import {
  filesAsJson,
  filesByVersion,
  presentFiles,
  type ShownVersionFile,
} from '../artifacts/index.js';
import { dependenciesAsJson, dependenciesByVersion } from './list-dependencies.js';
import { type DependencyRow, presentDependency } from './present-dependency.js';
import { presentVersion } from './present-version.js';
import type { ModVersion } from './version.type.js';

/** What one light statement tells of a version: all that it shows but what its own row holds. */
export interface VersionHead {
  readonly id: string;
  readonly state: VersionState;
  /** Rises with every write of the row. */
  readonly revision: number;
  readonly files: readonly ShownVersionFile[];
  readonly dependencies: readonly DependencyRow[];
}

/** The columns of a head, of a version that the statement calls `version`. */
export const VERSION_HEAD_COLUMNS = Prisma.sql`version.id, version.state, version.revision,
  ${filesAsJson(Prisma.sql`version.id`)} as files,
  ${dependenciesAsJson(Prisma.sql`version.id`)} as dependencies`;

/**
 * All of a version that the REST face shows and that can change; its row changes with its revision,
 * but for the count of its downloads, which that face has no place for.
 */
export function versionStamp(head: VersionHead): unknown {
  return [head.id, head.revision, head.files, head.dependencies];
}

/**
 * The versions of these heads, in their order, with one statement. Their files and dependencies
 * are those of the heads.
 */
export async function versionsOf(
  ctx: RequestContext,
  heads: readonly VersionHead[],
): Promise<ModVersion[]> {
  if (heads.length === 0) return [];
  const ids = heads.map(({ id }) => id);
  const rows = await ctx.platform.db.modVersion.findMany({ where: { id: { in: ids } } });
  for (const { id, files, dependencies } of heads) {
    prime(ctx, filesByVersion, id, presentFiles(files));
    prime(ctx, dependenciesByVersion, id, dependencies.map(presentDependency));
  }
  return inOrderOf(ids, rows, (row) => row.id).flatMap((row, at) => {
    // Whoever may see a head may not see what became of the version since.
    const state = heads[at]?.state;
    return row && state ? [presentVersion({ ...row, state })] : [];
  });
}
