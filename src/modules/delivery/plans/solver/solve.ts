import { type ChosenFiles, createChosenFiles, type OpenKind } from './chosen-files.js';
import type { FilesByMod } from './closure.js';
import { clashesOf } from './file-index.js';
import { embeds } from './meets.js';
import { type Demand, type Following, isFollowed, type PlanFile } from './plan-file.js';

/** The chosen file of each mod. */
export type Assignment = ReadonlyMap<string, PlanFile>;

/** The mod to choose next, and the reason. */
interface Open {
  readonly modId: string;
  readonly kind: 'selected' | OpenKind;
}

/** The remaining steps. Several solver runs may share one budget. */
export interface Budget {
  stepsLeft: number;
}

/** A solver run needed more steps than its budget. */
export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted';
}

/**
 * Finds the preferred files that satisfy all selected mods and their requirements, or returns null
 * if no plan exists. Selected mods choose first, in the given order, then required mods, then
 * optional ones. Each takes its newest file that still allows a plan.
 *
 * Depth-first search with backjumping: a dead end returns the mods that caused it, and choices for
 * other mods are not tried again. The search can take exponential time, so call it only in a thread
 * with a deadline. Throws `BudgetExhausted` if the budget is spent. Callers that solve many times
 * among the same files pass the mods that any of these files embeds.
 */
export function solve(
  files: FilesByMod,
  request: Following,
  selected: readonly string[],
  budget: Budget = { stepsLeft: Number.POSITIVE_INFINITY },
  embedded: ReadonlySet<string> = embeddedMods(files),
): Assignment | null {
  const chosen = createChosenFiles(request, embedded);
  if (extend({ files, selected, budget, embedded, chosen }) !== null) return null;
  const all = new Map(chosen.files().map((file) => [file.modId, file]));
  return withoutNeedless(all, request, selected);
}

/** One run of the search. */
interface Search {
  readonly files: FilesByMod;
  readonly selected: readonly string[];
  readonly budget: Budget;
  readonly embedded: ReadonlySet<string>;
  readonly chosen: ChosenFiles;
}

/** Returns null on success, else the mods whose choices led to the dead end. */
function extend(search: Search): Set<string> | null {
  const { budget, embedded, chosen } = search;
  if (budget.stepsLeft === 0) throw new BudgetExhausted();
  budget.stepsLeft -= 1;
  const open = nextOpen(search);
  if (!open) return chosen.isComplete() ? null : new Set(chosen.modIds());
  const { modId } = open;
  // Another file of any mod might embed this mod, so every mod may be the cause.
  const blamed = new Set(embedded.has(modId) ? chosen.modIds() : chosen.demandersOf(modId));
  for (const file of choicesOf(search, open)) {
    const against = file ? modsAgainst(search, file) : [];
    let deeper: Iterable<string> = against;
    if (against.length === 0) {
      chosen.add(modId, file);
      const end = extend(search);
      if (end === null) return null;
      chosen.remove(modId);
      if (!end.has(modId)) return end;
      deeper = end;
    }
    for (const other of deeper) blamed.add(other);
  }
  blamed.delete(modId);
  return blamed;
}

function nextOpen({ selected, chosen }: Search): Open | null {
  const first = selected.find((modId) => !chosen.has(modId));
  return first === undefined ? chosen.nextOpen() : { modId: first, kind: 'selected' };
}

/**
 * The files to try, in order. Null leaves the mod out: first if chosen files embed it, and last if
 * it is optional, or required and any file embeds it. Otherwise the mod must get a file, as a
 * selected one always must.
 */
function choicesOf({ files, embedded }: Search, { modId, kind }: Open): (PlanFile | null)[] {
  const all = files.get(modId) ?? [];
  if (kind === 'embedded') return [null, ...all];
  const isLeavable = kind === 'optional' || (kind === 'required' && embedded.has(modId));
  return isLeavable ? [...all, null] : [...all];
}

/** A search for a plan compares without a limit: it has its own budget. */
const UNLIMITED = { left: Number.POSITIVE_INFINITY };

/** The mods whose chosen files conflict with a file. */
function modsAgainst({ chosen }: Search, file: PlanFile): string[] {
  const clashes = [...clashesOf(file, chosen.index, UNLIMITED)];
  return clashes.map((it) => (it.file === file ? it.other : it.file).modId);
}

/** The mods that any of these files embeds. */
export function embeddedMods(files: FilesByMod): Set<string> {
  const all = [...files.values()].flat().flatMap(({ demands }) => demands);
  return new Set(all.filter(({ kind }) => kind === 'embedded').map(({ modId }) => modId));
}

/**
 * Removes files that another chosen file embeds, and the files that only those require. Files of
 * selected mods stay.
 */
function withoutNeedless(
  all: Assignment,
  request: Following,
  selected: readonly string[],
): Assignment {
  const kept = new Map<string, PlanFile>();
  const isProvided = providedBy(all);
  const visit = (modId: string) => {
    const file = all.get(modId);
    if (!file || kept.has(modId)) return;
    kept.set(modId, file);
    for (const it of file.demands) {
      if (isFollowed(it, request) && !isProvided(it)) visit(it.modId);
    }
  };
  for (const modId of selected) visit(modId);
  // If only the removed file needs the embedding file, all files stay.
  const requested = [...kept.values()].flatMap(({ demands }) => demands);
  const isKept = providedBy(kept);
  const isWhole = requested.every(
    (it) => it.kind !== 'required' || kept.has(it.modId) || isKept(it),
  );
  return isWhole ? kept : all;
}

/** Returns a predicate: whether any of the files embeds the target of a dependency. */
function providedBy(files: Assignment): (demand: Demand) => boolean {
  const embedders = new Map<string, PlanFile[]>();
  for (const file of files.values()) {
    const embedded = file.demands.filter(({ kind }) => kind === 'embedded');
    for (const modId of new Set(embedded.map((it) => it.modId))) {
      const known = embedders.get(modId);
      if (known) known.push(file);
      else embedders.set(modId, [file]);
    }
  }
  return (demand) => embedders.get(demand.modId)?.some((file) => embeds(file, demand)) ?? false;
}
