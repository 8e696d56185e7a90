import { type FieldProblem, problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { buildMetadataFaults } from './check-build-metadata.js';
import type { DependencyValues } from './version.schema.js';

/** The parts of a version that have to fit the game and the rest of the catalog. */
export interface Bindings {
  readonly gameVersions?: readonly string[] | null | undefined;
  readonly loaderPlatforms?: readonly string[] | null | undefined;
  readonly dependencies?: readonly DependencyValues[] | null | undefined;
  readonly buildMetadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Checks what a version says of its game and of other mods:
 * - a game version that the game does not know: `unsupported_version`
 * - a loader that the game does not have, a dependency on itself, on an unknown mod, on a mod of
 *   another game, or on a version or file that is not that mod's, or a second dependency of the same
 *   kind on a mod: `invalid_metadata`
 * - a platform that the game does not have, in `build_metadata`: `invalid_metadata`
 */
export async function checkBindings(
  ctx: RequestContext,
  mod: { modId: string; gameId: string },
  bindings: Bindings,
): Promise<void> {
  const game = await ctx.platform.db.game.findUniqueOrThrow({ where: { id: mod.gameId } });
  if (bindings.gameVersions?.some((version) => !game.versions.includes(version))) {
    throw problem('unsupported_version');
  }
  const loaders = (bindings.loaderPlatforms ?? []).flatMap((loader, at) =>
    game.loaders.includes(loader) ? [] : [unknown(`loaderPlatforms[${at}]`)],
  );
  const dependencies = await checkDependencies(ctx, mod, bindings.dependencies ?? []);
  const builds = buildMetadataFaults(bindings.buildMetadata, game.platforms);
  const fields = [...loaders, ...builds, ...repeated(bindings.dependencies ?? []), ...dependencies];
  if (fields.length) throw problem('invalid_metadata', { fields });
}

async function checkDependencies(
  ctx: RequestContext,
  mod: { modId: string; gameId: string },
  dependencies: readonly DependencyValues[],
): Promise<FieldProblem[]> {
  if (dependencies.length === 0) return [];
  const { db } = ctx.platform;
  const mods = await db.mod.findMany({
    where: {
      id: { in: dependencies.map((dependency) => dependency.modId) },
      gameId: mod.gameId,
      state: { in: ['published', 'archived'] },
    },
    select: { id: true },
  });
  const versions = await db.modVersion.findMany({
    where: {
      id: { in: dependencies.flatMap(({ versionId }) => versionId ?? []) },
      state: { in: ['published', 'archived'] },
    },
    select: { id: true, modId: true },
  });
  const artifacts = await db.artifact.findMany({
    where: {
      id: { in: dependencies.flatMap(({ artifactId }) => artifactId ?? []) },
      state: { in: ['published', 'archived'] },
    },
    select: { id: true, modId: true },
  });
  const modIds = new Set(mods.map(({ id }) => id));
  const ownerOf = new Map([...versions, ...artifacts].map(({ id, modId }) => [id, modId]));
  return dependencies.flatMap(({ modId, versionId, artifactId }, at) => [
    ...(modId === mod.modId || !modIds.has(modId) ? [unknown(`dependencies[${at}].modId`)] : []),
    ...(versionId && ownerOf.get(versionId) !== modId
      ? [unknown(`dependencies[${at}].versionId`)]
      : []),
    ...(artifactId && ownerOf.get(artifactId) !== modId
      ? [unknown(`dependencies[${at}].artifactId`)]
      : []),
  ]);
}

/** The dependencies that repeat the kind and the mod of an earlier one (decisions, Ranges). */
function repeated(dependencies: readonly DependencyValues[]): FieldProblem[] {
  const seen = new Set<string>();
  return dependencies.flatMap(({ kind, modId }, at): FieldProblem[] => {
    const pair = `${kind} ${modId.toLowerCase()}`;
    if (seen.has(pair)) return [{ field: `dependencies[${at}].modId`, code: 'not_unique' }];
    seen.add(pair);
    return [];
  });
}

function unknown(field: string): FieldProblem {
  return { field, code: 'unknown_value' };
}
