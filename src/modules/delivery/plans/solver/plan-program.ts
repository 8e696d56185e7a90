// The program of a thread: solves one install plan and orders its files for installation.
import { constraintsOfAdded, requiredOptionalFiles } from './added-files.js';
import { type Chosen, choose } from './choose.js';
import { closureOf } from './closure.js';
import { containedFiles } from './contained-files.js';
import type { Impossible } from './impossible.js';
import { type LoadedTexts, parseLoaded } from './loaded-files.js';
import { type Lowered, loweredFiles } from './lowered.js';
import { embeds } from './meets.js';
import { inInstallOrder } from './order.js';
import type { Demand, PlanFile } from './plan-file.js';

/** The input of the program. `modIds` are the selected mods. */
export interface PlanTask {
  readonly loaded: LoadedTexts;
  readonly modIds: readonly string[];
  readonly includeOptional: boolean;
  /** Whether prereleases satisfy ranges like any other version. */
  readonly withPrereleases: boolean;
}

/** A chosen file by id. */
export interface SolvedItem {
  readonly artifactId: string;
  readonly role: Chosen['role'];
  /** The chosen file that contains this one, or null if this one is installed. */
  readonly embeddedIn: string | null;
  /** The chosen file of the same version that this optional file follows; null for all others. */
  readonly addedTo: string | null;
}

/**
 * A dependency of a chosen file, and the chosen file that satisfies it. A required optional file
 * depends on the chosen file that it follows.
 */
export interface SolvedConstraint {
  readonly fromArtifactId: string;
  readonly demand: Demand;
  /**
   * Null for a conflict, and for an optional dependency that the plan leaves out. For an embedded
   * one: the chosen file of the mod, even outside of the range, else a file that embeds it.
   */
  readonly metBy: string | null;
}

/** A plan in order of installation, or the reason why none exists. */
export interface SolvedPlan {
  readonly items: readonly SolvedItem[];
  readonly constraints: readonly SolvedConstraint[];
  /** The chosen files that are not of the newest matching version, with the reason. */
  readonly lowered: readonly Lowered[];
  /** Null if there is a plan. */
  readonly conflict: (Impossible & { readonly artifactIds: readonly string[] }) | null;
}

/** Solves a plan. With a conflict it has no items, constraints or lowered files. */
export default function solvePlan(task: PlanTask): SolvedPlan {
  const { loaded, modIds, includeOptional, withPrereleases } = task;
  const { filesByMod, pinned } = parseLoaded(loaded, { withPrereleases, includeOptional });
  const request = { includeOptional };
  const files = closureOf(filesByMod, { modIds, pinned }, request);
  const { chosen, conflict } = choose(files, request, modIds, pinned);
  if (conflict) {
    const artifactIds = chosen.map(({ file }) => file.id);
    return { items: [], constraints: [], lowered: [], conflict: { ...conflict, artifactIds } };
  }
  const ordered = inInstallOrder(chosen);
  const inOrder = ordered.map(({ file }) => file);
  const added = requiredOptionalFiles(ordered);
  const containerOf = containedFiles(ordered, [...added.values()].flat());
  const itemOf = ({ file, role }: Chosen, addedTo: string | null = null): SolvedItem => ({
    artifactId: file.id,
    role,
    embeddedIn: containerOf.get(file.id) ?? null,
    addedTo,
  });
  return {
    items: ordered.flatMap((item) => [
      itemOf(item),
      ...(added.get(item.file.id) ?? []).map((it) => itemOf(it, it.addedTo)),
    ]),
    constraints: [...constraintsOf(inOrder), ...constraintsOfAdded(added)],
    lowered: loweredFiles(files, inOrder),
    conflict: null,
  };
}

/**
 * Every dependency of these files. `metBy` is the file that it names, else the first file of its
 * mod, else one that embeds its target. Only the first and last apply to an optional dependency on
 * an optional file.
 */
function constraintsOf(files: readonly PlanFile[]): SolvedConstraint[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const firstOfMod = new Map<string, PlanFile>();
  const embedders = new Map<string, PlanFile[]>();
  for (const file of files) {
    if (!firstOfMod.has(file.modId)) firstOfMod.set(file.modId, file);
    const embedded = file.demands.filter(({ kind }) => kind === 'embedded');
    for (const modId of new Set(embedded.map((it) => it.modId))) {
      embedders.set(modId, [...(embedders.get(modId) ?? []), file]);
    }
  }
  const metBy = (demand: Demand): PlanFile | undefined => {
    if (demand.kind === 'conflict') return undefined;
    const isFileOnly = demand.kind === 'optional' && demand.optionalFile !== undefined;
    return (
      byId.get(demand.artifactId ?? '') ??
      (isFileOnly ? undefined : firstOfMod.get(demand.modId)) ??
      embedders.get(demand.modId)?.find((file) => embeds(file, demand))
    );
  };
  return files.flatMap((file) =>
    file.demands.map((demand) => ({
      fromArtifactId: file.id,
      demand,
      metBy: metBy(demand)?.id ?? null,
    })),
  );
}
