import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { FieldProblem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isRange } from '../../../request/version-order.js';
import { ownMods } from '../../collaboration/index.js';
import type { DependencyValues } from './version.input.js';

/** The states of mods, versions and files that are visible to all users. */
const PUBLIC = {
  state: { in: ['published', 'archived'] },
} as const satisfies Prisma.ModVersionWhereInput;

/** States of versions and files of the own team that a draft may depend on. */
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

/**
 * The faults of dependencies, by their position:
 * - the mod itself, an unknown mod, or a mod of another game
 * - a version or file that does not belong to the mod
 * - a constraint that is neither a range nor the string of a version
 * - a second dependency of the same kind on a mod
 * The mods in `drafts` may be unpublished, and so may their versions and files. A hidden target
 * gives the same fault as an absent one. The number of statements is constant.
 */
export async function dependencyFaults(
  db: Tx,
  mod: DependentMod,
  dependencies: readonly DependencyValues[],
  drafts: ReadonlySet<string> = new Set(),
): Promise<FieldProblem[]> {
  if (dependencies.length === 0) return [];
  const known = await knownTargets(db, mod, dependencies, drafts);
  const faults = repeated(dependencies);
  for (const [at, { modId, versionId, artifactId, versionConstraint }] of dependencies.entries()) {
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
 * The target mods of the same team whose drafts the viewer may read. Mods beyond the reach of a
 * limited credential are missing.
 */
export async function ownDrafts(
  { platform, viewer }: RequestContext,
  { modId }: DependentMod,
  dependencies: readonly DependencyValues[],
): Promise<ReadonlySet<string>> {
  const ids = dependencies.map((dependency) => dependency.modId);
  if (viewer.kind !== 'user' || ids.length === 0) return new Set();
  const mods = await platform.db.$queryRaw<{ id: string }[]>`
    select m.id from mods m
    where m.id = any(${ids}::uuid[]) and m.id in (${ownMods(viewer)})
      and m.team_id = (select team_id from mods where id = ${modId}::uuid)`;
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
 * Reads the possible targets: visible ones of the game, and those of `drafts` that are neither
 * withdrawn nor deleted.
 */
async function knownTargets(
  db: Tx,
  { gameId }: DependentMod,
  dependencies: readonly DependencyValues[],
  drafts: ReadonlySet<string>,
): Promise<KnownTargets> {
  const modIds = dependencies.map(({ modId }) => modId);
  const own = { modId: { in: [...drafts] } };
  const mods = await db.mod.findMany({
    where: {
      id: { in: modIds },
      gameId,
      OR: [PUBLIC, { id: own.modId, state: { not: 'deleted' } }],
    },
    select: { id: true },
  });
  const ids = dependencies.flatMap(({ versionId }) => versionId ?? []);
  const strings = dependencies.flatMap(({ versionConstraint }) => versionConstraint ?? []);
  const versions = await db.modVersion.findMany({
    where: {
      AND: [
        { OR: [{ id: { in: ids } }, { modId: { in: modIds }, version: { in: strings } }] },
        { OR: [PUBLIC, { ...own, ...NOT_WITHDRAWN_OR_DELETED }] },
      ],
    },
    select: { id: true, modId: true, version: true },
  });
  const artifacts = await db.artifact.findMany({
    where: {
      id: { in: dependencies.flatMap(({ artifactId }) => artifactId ?? []) },
      OR: [PUBLIC, { ...own, ...NOT_WITHDRAWN_OR_DELETED }],
    },
    select: { id: true, modId: true },
  });
  return {
    modIds: new Set(mods.map(({ id }) => id)),
    ownerOf: new Map([...versions, ...artifacts].map(({ id, modId }) => [id, modId])),
    versions: new Set(versions.map(({ modId, version }) => versionKey(modId, version))),
  };
}

const versionKey = (modId: string, version: string): string => `${modId} ${version}`;

/** The dependencies that repeat the kind and mod of an earlier one (decisions, Ranges). */
function repeated(dependencies: readonly DependencyValues[]): FieldProblem[] {
  const seen = new Set<string>();
  return dependencies.flatMap(({ kind, modId }, at): FieldProblem[] => {
    const pair = `${kind} ${modId.toLowerCase()}`;
    if (seen.has(pair)) return [{ field: `dependencies[${at}].modId`, code: 'not_unique' }];
    seen.add(pair);
    return [];
  });
}
