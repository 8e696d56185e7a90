import { type FieldProblem, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { type DependentMod, dependencyFaults, ownTargets } from './check-dependencies.js';
import type { DependencyValues } from './version.input.js';
import { unsupportedGameVersions } from './version-refusals.js';

/** The member of `build_metadata` that plans read: the platforms of a version. */
const PLATFORMS = 'platforms';

/**
 * Spellings of that member, in lower case and without other characters. A plan would silently
 * ignore all but the exact one.
 */
const MISSPELLED = new Set(['platform', 'platforms']);

/**
 * The faults in the part of `build_metadata` that plans read. The rules:
 * - If present, `platforms` is a list. Each entry is a platform key of the game or `any`.
 * - No member is another spelling of it, such as `platform` or `Platforms`.
 *
 * All other members belong to the creator and stay unchanged.
 */
function buildMetadataFaults(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  known: readonly string[],
): FieldProblem[] {
  const at = (member: string) => `buildMetadata.${member}`;
  const misspelled = Object.keys(metadata ?? {}).filter(
    (key) => key !== PLATFORMS && MISSPELLED.has(key.toLowerCase().replace(/[^a-z]/g, '')),
  );
  const faults = misspelled.map(
    (key): FieldProblem => ({
      field: at(key),
      code: 'unknown_member',
    }),
  );
  const platforms = metadata?.[PLATFORMS];
  if (platforms === undefined) return faults;
  if (!Array.isArray(platforms)) return [...faults, { field: at(PLATFORMS), code: 'invalid_type' }];
  const unknown = platforms.flatMap((platform: unknown, index): FieldProblem[] =>
    platform === 'any' || (typeof platform === 'string' && known.includes(platform))
      ? []
      : [{ field: at(`${PLATFORMS}[${index}]`), code: 'unknown_value' }],
  );
  return [...faults, ...unknown];
}

/** The members of a version that must match the game and the rest of the catalog. */
interface Bindings {
  readonly gameVersions?: readonly string[] | null | undefined;
  readonly loaderPlatforms?: readonly string[] | null | undefined;
  readonly dependencies?: readonly DependencyValues[] | null | undefined;
  readonly buildMetadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Checks a version against its game and other mods. Throws:
 * - an unknown game version: `unsupported_version`
 * - an unknown loader of the game, or a fault of `dependencyFaults`: `invalid_metadata`
 * - a `platforms` in `build_metadata` that is no list, has an unknown platform of the game, or is
 *   misspelled: `invalid_metadata`
 *
 * A version that was never published may depend on unpublished mods whose versions the viewer may
 * write, and keep its `stored` dependencies. These are empty for a new version, and null for a
 * version that was published.
 */
export async function checkBindings(
  ctx: RequestContext,
  mod: DependentMod,
  bindings: Bindings,
  stored: readonly DependencyValues[] | null,
): Promise<void> {
  const game = await ctx.platform.db.game.findUniqueOrThrow({ where: { id: mod.gameId } });
  const unsupported = (bindings.gameVersions ?? []).filter((it) => !game.versions.includes(it));
  if (unsupported.length > 0) throw unsupportedGameVersions(unsupported);
  const loaders = (bindings.loaderPlatforms ?? []).flatMap((loader, at): FieldProblem[] =>
    game.loaders.includes(loader)
      ? []
      : [{ field: `loaderPlatforms[${at}]`, code: 'unknown_value' }],
  );
  const dependencies = bindings.dependencies ?? [];
  const allowed = stored ? { modIds: await ownTargets(ctx, dependencies), stored } : undefined;
  const faults = await dependencyFaults(ctx.platform.db, mod, dependencies, allowed);
  const builds = buildMetadataFaults(bindings.buildMetadata, game.platforms);
  const fields = [...loaders, ...builds, ...faults];
  if (fields.length) {
    throw problem('invalid_metadata', { fields: fields.slice(0, LIMITS.fieldProblems) });
  }
}
