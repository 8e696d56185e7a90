import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { DependencyModel } from '../../../platform/database/generated/models.js';
import { rowsAsJson } from '../../../platform/database/queries.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import type { Position } from '../../../request/cursor.js';
import { groupedBy, type LoaderDefinition } from '../../../request/loaders.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { readVisibleMod } from '../../collaboration/index.js';
import type { DependencyValues } from './version.input.js';
import type { Dependency } from './version.type.js';

/** The public columns of a dependency. Dependencies are never changed, only removed. */
export type DependencyRow = Omit<DependencyModel, 'modId' | 'state' | 'createdAt'>;

/** The columns of `DependencyRow`, with the alias `d`. */
const DEPENDENCY_COLUMNS = Prisma.sql`
  d.id, d.version_id as "versionId", d.kind, d.target_mod_id as "targetModId",
  d.version_constraint as "versionConstraint", d.target_version_id as "targetVersionId",
  d.target_artifact_id as "targetArtifactId", d.note`;

/** A stored dependency in the form of the contract. */
export function presentDependency(row: DependencyRow): Dependency {
  return { id: row.id, ...dependencyValues(row) };
}

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
 * The dependencies of a mod's latest release (Spec 4.1; `latestRelease`), oldest first; one
 * statement. The page is empty for a mod without one. Throws `not_found`, `gone`, `invalid_input`.
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

/** Replaces the dependencies of a version, in the transaction that writes the version. */
export async function writeDependencies(
  tx: Tx,
  version: { id: string; modId: string },
  dependencies: readonly DependencyValues[],
): Promise<void> {
  await tx.dependency.updateMany({
    where: { versionId: version.id, state: 'active' },
    data: { state: 'removed' },
  });
  await tx.dependency.createMany({
    data: dependencies.map((dependency) => ({
      modId: version.modId,
      versionId: version.id,
      kind: dependency.kind,
      targetModId: dependency.modId,
      versionConstraint: dependency.versionConstraint ?? null,
      targetVersionId: dependency.versionId ?? null,
      targetArtifactId: dependency.artifactId ?? null,
      note: dependency.note ?? null,
    })),
  });
}

/** A stored dependency in the form of its input. */
function dependencyValues(row: DependencyRow): Omit<Dependency, 'id'> {
  return {
    kind: row.kind,
    modId: row.targetModId,
    versionConstraint: row.versionConstraint,
    versionId: row.targetVersionId,
    artifactId: row.targetArtifactId,
    note: row.note,
  };
}

/** The dependencies that a version has now, oldest first. */
export async function storedDependencies(
  db: Tx,
  versionId: string,
): Promise<Omit<Dependency, 'id'>[]> {
  const rows = await db.dependency.findMany({
    where: { versionId, state: 'active' },
    orderBy: { id: 'asc' },
  });
  return rows.map(dependencyValues);
}

/** Returns whether two lists contain the same dependencies, in any order. */
export function sameDependencies(
  some: readonly DependencyValues[],
  others: readonly DependencyValues[],
): boolean {
  const joined = (all: readonly DependencyValues[]) => all.map(dependencyKey).sort().join('\n');
  return joined(some) === joined(others);
}

/** A text that two dependencies share only if all their members are equal. */
export function dependencyKey(dependency: DependencyValues): string {
  const { kind, modId, versionConstraint, versionId, artifactId, note } = dependency;
  const members = [kind, modId, versionConstraint, versionId, artifactId, note];
  return JSON.stringify(members.map((it) => it ?? null));
}
