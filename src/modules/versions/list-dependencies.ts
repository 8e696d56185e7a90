import type { DependencyModel } from '../../platform/database/generated/models.js';
import type { RequestContext } from '../../request/context.js';
import { groupedBy, type LoaderDefinition } from '../../request/loaders.js';
import { mapPage, type Page, type PageInput, readPage } from '../../request/page.js';
import { readVisibleMod } from '../teams/index.js';
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
  await readVisibleMod(ctx, modId);
  const mod = await ctx.platform.db.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { latestVersionId: true },
  });
  const rows = await readPage<DependencyModel>(ctx, page, {
    context: { resource: 'dependencies', sort: 'created', filters: { modId } },
    async read({ at, after }, limit) {
      // A walk stays with the release that it began at.
      const versionId = after?.[0] ?? mod.latestVersionId;
      if (versionId === null) return [];
      return ctx.platform.db.dependency.findMany({
        where: {
          versionId,
          state: 'active',
          createdAt: { lte: at },
          ...(after?.[1] ? { id: { gt: after[1] } } : {}),
        },
        orderBy: { id: 'asc' },
        take: limit,
      });
    },
    keysOf: (row) => [row.versionId, row.id],
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
