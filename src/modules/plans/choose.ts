import type { RequestContext } from '../../request/context.js';
import type { Dependency } from '../versions/index.js';
import {
  type Candidate,
  type Choice,
  candidatesOf,
  fits,
  inRange,
  meets,
  withDependencies,
} from './candidates.js';
import type { PlanRequest, PlanRole } from './plan.type.js';
import { byMod, type Selection } from './selectors.js';

/** A chosen file, and why and by which rule it was chosen. */
export interface Chosen {
  readonly file: Choice;
  readonly role: PlanRole;
  readonly rule: 'exact_artifact' | 'exact_version' | 'newest_compatible';
}

/** Why no plan was found. */
export interface Impossible {
  readonly code: 'no_compatible_version' | 'version_constraint' | 'declared_conflict';
  readonly modIds: readonly string[];
  readonly explanation: string;
}

/** The files of a plan by mod, and what stands against it. */
export interface Choices {
  readonly chosen: readonly Chosen[];
  readonly conflicts: readonly Impossible[];
}

interface Demand {
  readonly by: Choice;
  readonly dependency: Dependency;
}

/**
 * Chooses a file for each selected mod and, level by level, for what they require: the newest that
 * fits the request and all demands known so far. The number of statements grows with the depth of
 * the dependencies, not with their number. A choice is not taken back for a demand that appears
 * later; the plan is then unsatisfiable and says between which mods.
 */
export async function choose(
  ctx: RequestContext,
  request: PlanRequest,
  selection: Selection,
): Promise<Choices> {
  const conflicts: Impossible[] = [];
  const chosen: Chosen[] = await firstChoices(ctx, request, selection, conflicts);
  let level = chosen;
  while (level.length > 0) {
    level = await nextLevel(ctx, request, chosen, level, conflicts);
    chosen.push(...level);
  }
  conflicts.push(...brokenDemands(chosen));
  return { chosen, conflicts };
}

async function firstChoices(
  ctx: RequestContext,
  request: PlanRequest,
  { pinned, candidatesByMod }: Selection,
  conflicts: Impossible[],
): Promise<Chosen[]> {
  const pinnedMods = new Set(pinned.map((file) => file.modId));
  const newest: Candidate[] = [];
  for (const [modId, candidates] of candidatesByMod) {
    if (pinnedMods.has(modId)) continue;
    const file = candidates.find((candidate) => fits(candidate, request));
    if (file) newest.push(file);
    else conflicts.push(noVersion([modId]));
  }
  const exact = new Set(request.artifacts);
  const files = await withDependencies(ctx, [...pinned, ...newest]);
  return files.map((file) => ({
    file,
    role: 'selected',
    rule: !pinned.some((it) => it.id === file.id)
      ? 'newest_compatible'
      : exact.has(file.id)
        ? 'exact_artifact'
        : 'exact_version',
  }));
}

/** What the last level requires and nothing chosen or embedded provides. */
async function nextLevel(
  ctx: RequestContext,
  request: PlanRequest,
  chosen: readonly Chosen[],
  level: readonly Chosen[],
  conflicts: Impossible[],
): Promise<Chosen[]> {
  const demands = new Map<string, Demand[]>();
  for (const { file } of level) {
    for (const dependency of file.dependencies.filter((it) => wanted(it, request))) {
      if (isProvided(chosen, dependency)) continue;
      const others = demands.get(dependency.modId) ?? [];
      demands.set(dependency.modId, [...others, { by: file, dependency }]);
    }
  }
  const modIds = [...demands.keys()].sort();
  if (modIds.length === 0) return [];
  const groups = byMod(modIds, await candidatesOf(ctx, modIds));
  const files: Candidate[] = [];
  for (const [modId, candidates] of groups) {
    const asked = demands.get(modId) ?? [];
    const file = candidates.find(
      (it) => fits(it, request) && asked.every(({ dependency }) => meets(it, dependency)),
    );
    if (file) files.push(file);
    else if (asked.some(({ dependency }) => dependency.kind === 'required')) {
      conflicts.push(noVersion([modId, ...asked.map(({ by }) => by.modId)]));
    }
  }
  return (await withDependencies(ctx, files)).map((file) => ({
    file,
    role: (demands.get(file.modId) ?? []).some(({ dependency }) => dependency.kind === 'required')
      ? 'required'
      : 'optional',
    rule: 'newest_compatible',
  }));
}

function wanted(dependency: Dependency, request: PlanRequest): boolean {
  return (
    dependency.kind === 'required' || (dependency.kind === 'optional' && request.includeOptional)
  );
}

/** Chosen already, or contained in a chosen file: then nothing more is downloaded for it. */
function isProvided(chosen: readonly Chosen[], dependency: Dependency): boolean {
  return chosen.some(
    ({ file }) =>
      file.modId === dependency.modId ||
      file.dependencies.some(
        (it) =>
          it.kind === 'embedded' &&
          it.modId === dependency.modId &&
          (it.versionConstraint === null ||
            inRange(it.versionConstraint, dependency.versionConstraint)),
      ),
  );
}

/** Demands of chosen files that other chosen files do not meet. */
function brokenDemands(chosen: readonly Chosen[]): Impossible[] {
  const fileByMod = new Map(chosen.map(({ file }) => [file.modId, file]));
  return chosen.flatMap(({ file }) =>
    file.dependencies.flatMap((dependency): Impossible[] => {
      const other = fileByMod.get(dependency.modId);
      if (!other || dependency.kind === 'embedded') return [];
      const met = meets(other, dependency);
      if (dependency.kind === 'conflict') return met ? [declared(file, other)] : [];
      return met ? [] : [outOfRange(file, other, dependency)];
    }),
  );
}

function noVersion(modIds: readonly string[]): Impossible {
  return {
    code: 'no_compatible_version',
    modIds: [...new Set(modIds)].sort(),
    explanation: 'No published version of the mod fits the request and what others demand of it.',
  };
}

function declared(file: Choice, other: Choice): Impossible {
  return {
    code: 'declared_conflict',
    modIds: [file.modId, other.modId].sort(),
    explanation: `Version ${file.version} declares that it does not work with version ${other.version}.`,
  };
}

function outOfRange(file: Choice, other: Choice, dependency: Dependency): Impossible {
  return {
    code: 'version_constraint',
    modIds: [file.modId, other.modId].sort(),
    explanation: `Version ${file.version} demands ${dependency.versionConstraint ?? 'another file'}, but ${other.version} was chosen.`,
  };
}
