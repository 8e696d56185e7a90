import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { FieldProblem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isRange } from '../../../request/version-order.js';
import { ownMods } from '../../collaboration/index.js';
import { dependencyKey } from './dependencies.js';
import type { DependencyValues } from './version.input.js';

/** The states of mods, versions and files that are visible to all users. */
const PUBLIC = {
  state: { in: ['published', 'archived'] },
} as const satisfies Prisma.ModVersionWhereInput;

/** States of versions and files of unpublished mods that a draft may depend on. */
const NOT_WITHDRAWN_OR_DELETED = {
  state: { notIn: ['deleted', 'withdrawn'] },
} as const satisfies Prisma.ModVersionWhereInput;

/** Ranges to parse before other requests get their turn. */
const RANGES_PER_TURN = 20;

/** The mod whose version has the dependencies. */
export interface DependentMod {
  readonly modId: string;
  readonly gameId: string;
}

/** The dependencies that a draft may have besides those on targets that all users see. */
export interface DraftDependencies {
  /** Mods that may be unpublished, and so may their versions and files. */
  readonly modIds: ReadonlySet<string>;
  /**
   * The stored dependencies of the draft, which it may keep as they are. Their targets may be
   * visible only to the colleague who added them.
   */
  readonly stored: readonly DependencyValues[];
}

const ONLY_PUBLIC: DraftDependencies = { modIds: new Set(), stored: [] };

/**
 * The faults of dependencies, by their position:
 * - the mod itself, an unknown mod, or a mod of another game
 * - a version or file that does not belong to the mod
 * - a constraint that is neither a range nor the string of a version
 * - a second dependency of the same kind on a mod
 * A hidden target gives the same fault as an absent one. The number of statements is constant.
 * `allowed` adds targets for drafts; without it, as for a publication, all targets must be visible
 * to all users.
 */
export async function dependencyFaults(
  db: Tx,
  mod: DependentMod,
  dependencies: readonly DependencyValues[],
  allowed: DraftDependencies = ONLY_PUBLIC,
): Promise<FieldProblem[]> {
  if (dependencies.length === 0) return [];
  const known = await knownTargets(db, mod, dependencies, allowed.modIds);
  const stored = new Set(allowed.stored.map(dependencyKey));
  const faults = repeated(dependencies);
  for (const [at, dependency] of dependencies.entries()) {
    if (stored.has(dependencyKey(dependency))) continue;
    const { modId, versionId, artifactId, versionConstraint } = dependency;
    if (at % RANGES_PER_TURN === RANGES_PER_TURN - 1) await setImmediate();
    const add = (member: string, code: FieldProblem['code'], detail?: string) =>
      faults.push({ field: `dependencies[${at}].${member}`, code, ...(detail ? { detail } : {}) });
    if (modId === mod.modId || !known.modIds.has(modId)) add('modId', 'unknown_value');
    if (versionId && known.ownerOf.get(versionId) !== modId) add('versionId', 'unknown_value');
    if (artifactId && known.ownerOf.get(artifactId) !== modId) add('artifactId', 'unknown_value');
    if (!versionConstraint || known.versions.has(versionKey(modId, versionConstraint))) continue;
    if (!isRange(versionConstraint)) add('versionConstraint', 'invalid_format', NO_CONSTRAINT);
  }
  return faults;
}

const NO_CONSTRAINT =
  'Write a range as npm reads it, such as ^1.2.0, or the exact string of a version of this mod.';

/**
 * The target mods whose versions the viewer may write as a member of their teams. Mods beyond the
 * reach of a limited credential are missing. The rights of staff do not count.
 */
export async function ownTargets(
  { platform, viewer }: RequestContext,
  dependencies: readonly DependencyValues[],
): Promise<ReadonlySet<string>> {
  const ids = dependencies.map((dependency) => dependency.modId);
  if (viewer.kind !== 'user' || ids.length === 0) return new Set();
  const mods = await platform.db.$queryRaw<{ id: string }[]>`
    select m.id from mods m
    where m.id = any(${ids}::uuid[]) and m.id in (${ownMods(viewer, 'versions')})`;
  return new Set(mods.map(({ id }) => id));
}

interface KnownTargets {
  readonly modIds: ReadonlySet<string>;
  /** The mods of the named versions and files. */
  readonly ownerOf: ReadonlyMap<string, string>;
  /** The named version strings that exist. */
  readonly versions: ReadonlySet<string>;
}

/**
 * Reads the possible targets: visible ones of the game, and those of the mods in `ownIds` that are
 * neither withdrawn nor deleted.
 */
async function knownTargets(
  db: Tx,
  { gameId }: DependentMod,
  dependencies: readonly DependencyValues[],
  ownIds: ReadonlySet<string>,
): Promise<KnownTargets> {
  const own = { in: [...ownIds] };
  const mods = await db.mod.findMany({
    where: {
      id: { in: dependencies.map(({ modId }) => modId) },
      gameId,
      OR: [PUBLIC, { id: own, state: { not: 'deleted' } }],
    },
    select: { id: true },
  });
  const isPossible = { OR: [PUBLIC, { modId: own, ...NOT_WITHDRAWN_OR_DELETED }] };
  const versions = await db.modVersion.findMany({
    where: { AND: [namedVersions(dependencies), isPossible] },
    select: { id: true, modId: true, version: true },
  });
  const artifacts = await db.artifact.findMany({
    where: {
      id: { in: dependencies.flatMap(({ artifactId }) => artifactId ?? []) },
      ...isPossible,
    },
    select: { id: true, modId: true },
  });
  return {
    modIds: new Set(mods.map(({ id }) => id)),
    ownerOf: new Map([...versions, ...artifacts].map(({ id, modId }) => [id, modId])),
    versions: new Set(versions.map(({ modId, version }) => versionKey(modId, version))),
  };
}

/** Matches the versions that the dependencies name, by id or by their version string. */
function namedVersions(dependencies: readonly DependencyValues[]): Prisma.ModVersionWhereInput {
  const ids = dependencies.flatMap(({ versionId }) => versionId ?? []);
  const modIds = dependencies.map(({ modId }) => modId);
  const strings = dependencies.flatMap(({ versionConstraint }) => versionConstraint ?? []);
  return { OR: [{ id: { in: ids } }, { modId: { in: modIds }, version: { in: strings } }] };
}

const versionKey = (modId: string, version: string): string => `${modId} ${version}`;

/** The dependencies that repeat the kind and mod of an earlier one. */
function repeated(dependencies: readonly DependencyValues[]): FieldProblem[] {
  const seen = new Set<string>();
  return dependencies.flatMap(({ kind, modId }, at): FieldProblem[] => {
    const pair = `${kind} ${modId.toLowerCase()}`;
    if (seen.has(pair)) return [{ field: `dependencies[${at}].modId`, code: 'not_unique' }];
    seen.add(pair);
    return [];
  });
}
