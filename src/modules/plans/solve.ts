import { problem } from '../../registry/errors.js';
import type { Dependency } from '../versions/index.js';
import { type Choice, embeds, meets } from './candidates.js';
import { type FilesByMod, isAsked } from './closure.js';
import type { PlanRequest } from './plan-request.type.js';

/** The file of each mod that a plan installs. */
export type Assignment = ReadonlyMap<string, Choice>;

/** A mod that has to be chosen next, and why it is asked for. */
interface Open {
  readonly modId: string;
  readonly kind: 'selected' | 'required' | 'optional' | 'embedded';
}

/** Steps that may still be taken; who shares one shares what is left. */
export interface Budget {
  stepsLeft: number;
}

/** The steps of one request: more than any real catalog needs; beyond it somebody made a puzzle. */
export const MOST_STEPS = 50_000;

/**
 * Finds the preferred files under which all selected mods and what they require go together, or
 * null if there are none at all. Selected mods choose first, in the order of their ids, then what
 * is required, then what is optional; each takes its newest file that still leaves a plan.
 *
 * Depth-first with backjumping: a dead end names the mods that are to blame, and choices that are
 * not among them are not tried again. Throws `service_unavailable` for a puzzle, which is what takes
 * more steps than the budget has. Whoever solves many times among the same files says once which
 * mods any of them embeds.
 */
export function solve(
  files: FilesByMod,
  request: PlanRequest,
  selected: readonly string[],
  budget: Budget = { stepsLeft: MOST_STEPS },
  embedded: ReadonlySet<string> = embeddedMods(files),
): Assignment | null {
  /** Null for a mod that is left out: optional, or to be embedded by something. */
  const chosen = new Map<string, Choice | null>();

  /** Null when solved, else the mods whose choices led to the dead end. */
  function extend(): Set<string> | null {
    if (budget.stepsLeft === 0) throw problem('service_unavailable', { retryAfterSeconds: 60 });
    budget.stepsLeft -= 1;
    const open = nextOpen();
    if (!open) return isComplete() ? null : new Set(chosen.keys());
    const { modId } = open;
    // Another file of any mod might embed it, so any of them may be to blame.
    const blamed = new Set(embedded.has(modId) ? chosen.keys() : demandersOf(modId));
    for (const file of choicesOf(open)) {
      const against = file ? clashesOf(file) : [];
      let deeper: Iterable<string> = against;
      if (against.length === 0) {
        chosen.set(modId, file);
        const end = extend();
        if (end === null) return null;
        chosen.delete(modId);
        if (!end.has(modId)) return end;
        deeper = end;
      }
      for (const other of deeper) blamed.add(other);
    }
    blamed.delete(modId);
    return blamed;
  }

  function nextOpen(): Open | null {
    const first = selected.find((modId) => !chosen.has(modId));
    if (first !== undefined) return { modId: first, kind: 'selected' };
    const open = demands().filter((it) => !chosen.has(it.modId));
    const embeddedNow = new Set(open.filter(isEmbedded));
    const of = (kind: Dependency['kind'], isProvided: boolean) =>
      open.filter((it) => it.kind === kind && embeddedNow.has(it) === isProvided);
    const stages = [
      ['required', of('required', false)],
      ['optional', of('optional', false)],
      // What is embedded comes last: only where all else fails is it installed for what it brings.
      ['embedded', of('required', true)],
    ] as const;
    for (const [kind, wanted] of stages) {
      const [modId] = wanted.map((it) => it.modId).sort();
      if (modId !== undefined) return { modId, kind };
    }
    return null;
  }

  function choicesOf({ modId, kind }: Open): (Choice | null)[] {
    const all = files.get(modId) ?? [];
    if (kind === 'embedded') return [null, ...all];
    const isLeavable = kind === 'optional' || (kind === 'required' && embedded.has(modId));
    return isLeavable ? [...all, null] : [...all];
  }

  function demands(): Dependency[] {
    return present().flatMap((file) => file.dependencies.filter((it) => isAsked(it, request)));
  }

  function present(): Choice[] {
    return [...chosen.values()].filter((file) => file !== null);
  }

  function demandersOf(modId: string): string[] {
    const asks = (it: Dependency) => it.modId === modId && isAsked(it, request);
    return present().flatMap((file) => (file.dependencies.some(asks) ? [file.modId] : []));
  }

  function isEmbedded(demand: Dependency): boolean {
    return embedded.has(demand.modId) && present().some((file) => embeds(file, demand));
  }

  function isComplete(): boolean {
    return demands().every(
      (it) => it.kind === 'optional' || chosen.get(it.modId) || isEmbedded(it),
    );
  }

  function clashesOf(file: Choice): string[] {
    const others = present().filter((other) => clash(file, other) || clash(other, file));
    return others.map(({ modId }) => modId);
  }

  if (extend() !== null) return null;
  return withoutNeedless(new Map(present().map((file) => [file.modId, file])), request, selected);
}

/** Whether what a file says of another mod speaks against the other file. */
export function clash(file: Choice, other: Choice): Dependency | undefined {
  return file.dependencies.find(
    (it) =>
      it.modId === other.modId &&
      it.kind !== 'embedded' &&
      meets(other, it) === (it.kind === 'conflict'),
  );
}

/** The mods that any of some files says it contains. */
export function embeddedMods(files: FilesByMod): Set<string> {
  const all = [...files.values()].flat().flatMap(({ dependencies }) => dependencies);
  return new Set(all.filter(({ kind }) => kind === 'embedded').map(({ modId }) => modId));
}

/** What was taken before something else turned out to embed it is not installed beside that. */
function withoutNeedless(
  all: Assignment,
  request: PlanRequest,
  selected: readonly string[],
): Assignment {
  const kept = new Map<string, Choice>();
  const provided = (it: Dependency, by: Assignment) =>
    [...by.values()].some((file) => embeds(file, it));
  const visit = (modId: string) => {
    const file = all.get(modId);
    if (!file || kept.has(modId)) return;
    kept.set(modId, file);
    for (const it of file.dependencies) {
      if (isAsked(it, request) && !provided(it, all)) visit(it.modId);
    }
  };
  for (const modId of selected) visit(modId);
  // What embeds it may itself have been needed by it alone: then all stays as it was found.
  const asked = [...kept.values()].flatMap(({ dependencies }) => dependencies);
  const isWhole = asked.every(
    (it) => it.kind !== 'required' || kept.has(it.modId) || provided(it, kept),
  );
  return isWhole ? kept : all;
}
