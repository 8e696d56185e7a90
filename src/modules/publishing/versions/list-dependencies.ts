import { Prisma } from '../../../platform/database/generated/client.js';
import { rowsAsJson } from '../../../platform/database/rows-as-json.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import type { Position } from '../../../request/cursor.js';
import { groupedBy, type LoaderDefinition } from '../../../request/loaders.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { readVisibleMod } from '../../collaboration/index.js';
import { DEPENDENCY_COLUMNS, type DependencyRow, presentDependency } from './present-dependency.js';
import type { Dependency } from './version.type.js';

/** The dependencies of versions, oldest first. */
export const dependenciesByVersion: LoaderDefinition<string, Dependency[]> = {
  name: 'dependenciesByVersion',
  async batch(ctx, versionIds) {
    const rows = await ctx.platform.db.dependency.findMany({
      where: { versionId: { in: [...versionIds] }, state: 'active' },
      orderBy: { id: 'asc' },
    });
    return groupedBy(versionIds, rows, (row) => row.versionId).map((group) =>
      group.map(presentDependency),
    );
  },
};

/** The dependencies of the version with this id, as a column of a larger statement. */
export function dependenciesAsJson(versionId: Prisma.Sql): Prisma.Sql {
  return rowsAsJson(Prisma.sql`
    select ${DEPENDENCY_COLUMNS} from dependencies d
    where d.version_id = ${versionId} and d.state = 'active' order by d.id`);
}

/**
 * The dependencies of a mod's latest release (Spec 4.1), oldest first; one statement. Throws
 * `not_found`, `gone`, `invalid_input`.
 */
export async function listDependencies(
  ctx: RequestContext,
  modId: string,
  page: PageInput,
): Promise<Page<Dependency>> {
  const rows = await readPage<DependencyRow & SnapshotRow>(ctx, page, {
    context: { resource: 'dependencies', sort: 'created', filters: { modId } },
    async read(position, limit) {
      const columns = Prisma.sql`${ofLatestRelease(position, limit)} as dependencies`;
      const mod = await readVisibleMod<{ dependencies: (DependencyRow & SnapshotRow)[] }>(
        ctx,
        modId,
        columns,
      );
      return mod.dependencies;
    },
    keysOf: (row) => [row.versionId, row.id],
  });
  return mapPage(rows, rows.items.map(presentDependency));
}

/** A walk stays at the release of its first page. */
function ofLatestRelease({ snapshot, after }: Position, limit: number): Prisma.Sql {
  const versionId = after ? Prisma.sql`${after[0]}::uuid` : Prisma.sql`m.latest_version_id`;
  const next = after ? Prisma.sql`and d.id > ${after[1]}::uuid` : Prisma.empty;
  return rowsAsJson(Prisma.sql`
    select ${DEPENDENCY_COLUMNS}, ${SNAPSHOT} from dependencies d
    where d.version_id = ${versionId} and d.state = 'active'
      and ${committed(Prisma.sql`d.born_in`, snapshot)} ${next}
    order by d.id limit ${limit}`);
}
