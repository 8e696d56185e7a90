import type { DependencyModel } from '../../platform/database/generated/models.js';
import type { RequestContext } from '../../request/context.js';
import { groupedBy, type LoaderDefinition } from '../../request/loaders.js';
import { mapPage, type Page, type PageInput, readPage } from '../../request/page.js';
import { readModAccess } from '../teams/index.js';
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

/**
 * What the latest release of a mod depends on (Spec 4.1), oldest first.
 * Throws `not_found`, `gone`, `invalid_input`.
 */
export async function listDependencies(
  ctx: RequestContext,
  modId: string,
  page: PageInput,
): Promise<Page<Dependency>> {
  await readModAccess(ctx, modId);
  const mod = await ctx.platform.db.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { latestVersionId: true },
  });
  const versionId = mod.latestVersionId;
  const rows = await readPage<DependencyModel>(ctx, page, {
    context: { resource: 'dependencies', sort: 'created', filters: { modId } },
    read: async ({ at, after }, limit) =>
      versionId === null
        ? []
        : ctx.platform.db.dependency.findMany({
            where: {
              versionId,
              state: 'active',
              createdAt: { lte: at },
              ...(after ? { id: { gt: after[0] ?? '' } } : {}),
            },
            orderBy: { id: 'asc' },
            take: limit,
          }),
    keysOf: (row) => [row.id],
  });
  return mapPage(rows, rows.items.map(presentDependency));
}

function presentDependency(row: DependencyModel): Dependency {
  return {
    id: row.id,
    kind: row.kind,
    modId: row.targetModId,
    versionConstraint: row.versionConstraint,
    versionId: row.targetVersionId,
    artifactId: row.targetArtifactId,
    note: row.note,
  };
}
