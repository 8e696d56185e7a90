import { addFile, type FileIndex, indexFiles, removeFile } from './file-index.js';
import { demandsOn, embeds } from './meets.js';
import { type Demand, type Following, isFollowed, type PlanFile } from './plan-file.js';

/**
 * The reason why a mod is decided next. `embedded`: chosen files require it, but chosen files also
 * embed all that they require of it. The search first leaves it out, and chooses a file of it only
 * if no plan results.
 */
export type OpenKind = 'required' | 'optional' | 'embedded';

/** The files that a solver run has chosen so far, indexed by the mods of their dependencies. */
export interface ChosenFiles {
  /** Whether the run has decided on a mod; leaving it out is also a decision. */
  has(modId: string): boolean;
  /** The chosen file of a mod, if any. */
  get(modId: string): PlanFile | undefined;
  /** The decided mods. */
  modIds(): Iterable<string>;
  /** The chosen files, without the mods that are left out. */
  files(): PlanFile[];
  /** Decides on a mod. Null leaves the mod out. */
  add(modId: string, file: PlanFile | null): void;
  /** Makes a mod undecided again. */
  remove(modId: string): void;
  /** The chosen files. */
  readonly index: FileIndex;
  /** The mods whose chosen files require a mod, or follow it as an optional dependency. */
  demandersOf(modId: string): string[];
  /** The next undecided mod for the plan, by urgency, then by id; null if none is left. */
  nextOpen(): { readonly modId: string; readonly kind: OpenKind } | null;
  /** Whether each required mod is chosen or embedded by a chosen file. */
  isComplete(): boolean;
}

/** The choices of one run. */
interface Choices {
  readonly request: Following;
  /** The mods that any file of the closure embeds. */
  readonly embedded: ReadonlySet<string>;
  /** The file of each decided mod; null for a mod that is left out. */
  readonly chosen: Map<string, PlanFile | null>;
  readonly index: FileIndex;
}

/** Creates an empty set for one run. `embedded`: the mods that any file of the closure embeds. */
export function createChosenFiles(request: Following, embedded: ReadonlySet<string>): ChosenFiles {
  const chosen = new Map<string, PlanFile | null>();
  const index = indexFiles([]);
  const choices: Choices = { request, embedded, chosen, index };
  return {
    has: (modId) => chosen.has(modId),
    get: (modId) => chosen.get(modId) ?? undefined,
    modIds: () => chosen.keys(),
    files: () => [...chosen.values()].filter((file) => file !== null),
    add: (modId, file) => add(choices, modId, file),
    remove: (modId) => remove(choices, modId),
    index,
    demandersOf: (modId) => demandersOf(choices, modId),
    nextOpen: () => nextOpen(choices),
    isComplete: () => isComplete(choices),
  };
}

const NONE: ReadonlySet<PlanFile> = new Set();
const URGENCY: Readonly<Record<OpenKind, number>> = { required: 0, optional: 1, embedded: 2 };

function add({ chosen, index }: Choices, modId: string, file: PlanFile | null): void {
  chosen.set(modId, file);
  if (file) addFile(index, file);
}

function remove({ chosen, index }: Choices, modId: string): void {
  const file = chosen.get(modId);
  chosen.delete(modId);
  if (file) removeFile(index, file);
}

function mentioning({ index }: Choices, modId: string): ReadonlySet<PlanFile> {
  return index.mentioning.get(modId) ?? NONE;
}

function demandersOf(choices: Choices, modId: string): string[] {
  return [...mentioning(choices, modId)]
    .filter((file) => demandsOn(file, modId).some((it) => isFollowed(it, choices.request)))
    .map((file) => file.modId);
}

function demandsFor(choices: Choices, modId: string): Demand[] {
  return [...mentioning(choices, modId)].flatMap((file) =>
    demandsOn(file, modId).filter((it) => isFollowed(it, choices.request)),
  );
}

/** Returns whether a chosen file embeds the target of a dependency. */
function isEmbedded(choices: Choices, demand: Demand): boolean {
  return (
    choices.embedded.has(demand.modId) &&
    [...mentioning(choices, demand.modId)].some((file) => embeds(file, demand))
  );
}

function nextOpen(choices: Choices): { modId: string; kind: OpenKind } | null {
  let best: { modId: string; kind: OpenKind } | null = null;
  for (const modId of choices.index.mentioning.keys()) {
    if (choices.chosen.has(modId)) continue;
    if (best?.kind === 'required' && best.modId < modId) continue;
    const kind = urgencyOf(choices, modId);
    if (!kind) continue;
    const apart = best ? URGENCY[kind] - URGENCY[best.kind] : -1;
    if (!best || apart < 0 || (apart === 0 && modId < best.modId)) best = { modId, kind };
  }
  return best;
}

function urgencyOf(choices: Choices, modId: string): OpenKind | null {
  if (!choices.embedded.has(modId)) return plainUrgencyOf(choices, modId);
  const demands = demandsFor(choices, modId);
  const open = demands.filter((it) => !isEmbedded(choices, it)).map(({ kind }) => kind);
  if (open.includes('required')) return 'required';
  if (open.includes('optional')) return 'optional';
  return demands.some(({ kind }) => kind === 'required') ? 'embedded' : null;
}

/** For a mod that no file embeds (the usual case), the first required dependency decides. */
function plainUrgencyOf(choices: Choices, modId: string): OpenKind | null {
  let kind: OpenKind | null = null;
  for (const file of mentioning(choices, modId)) {
    for (const it of demandsOn(file, modId)) {
      if (it.kind === 'required') return 'required';
      if (isFollowed(it, choices.request)) kind = 'optional';
    }
  }
  return kind;
}

function isComplete(choices: Choices): boolean {
  for (const modId of choices.index.mentioning.keys()) {
    if (choices.chosen.get(modId)) continue;
    const demands = demandsFor(choices, modId);
    if (demands.some((it) => it.kind === 'required' && !isEmbedded(choices, it))) return false;
  }
  return true;
}
