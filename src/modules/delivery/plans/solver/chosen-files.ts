import { demandsOn, embeds, modsDemanded } from './meets.js';
import { type Demand, type Following, isAsked, type PlanFile } from './plan-file.js';

/** The reason why a mod must be chosen next. */
export type OpenKind = 'required' | 'optional' | 'embedded';

/** The files that a solver run has chosen so far, indexed by the mods of their dependencies. */
export interface ChosenFiles {
  /** Whether the run has decided on a mod, including to leave it out. */
  has(modId: string): boolean;
  /** The chosen file of a mod, if any. */
  get(modId: string): PlanFile | undefined;
  /** The decided mods. */
  modIds(): Iterable<string>;
  files(): PlanFile[];
  /** Null leaves the mod out. */
  add(modId: string, file: PlanFile | null): void;
  remove(modId: string): void;
  /** The chosen files with a dependency on a mod. */
  mentioning(modId: string): Iterable<PlanFile>;
  /** The chosen files that require a mod. */
  demandersOf(modId: string): string[];
  /** The next undecided mod that chosen files require, by urgency, then by id. */
  nextOpen(): { readonly modId: string; readonly kind: OpenKind } | null;
  /** Whether each required mod is chosen or embedded by a chosen file. */
  isComplete(): boolean;
}

/** Creates an empty set. `embedded` are the mods that any file of the closure embeds. */
export function createChosenFiles(request: Following, embedded: ReadonlySet<string>): ChosenFiles {
  const chosen = new Map<string, PlanFile | null>();
  const mentions = new Map<string, Set<PlanFile>>();

  const mentioning = (modId: string): ReadonlySet<PlanFile> => mentions.get(modId) ?? NONE;
  const asked = (modId: string): Demand[] =>
    [...mentioning(modId)].flatMap((file) =>
      demandsOn(file, modId).filter((it) => isAsked(it, request)),
    );
  const isEmbedded = (demand: Demand): boolean =>
    embedded.has(demand.modId) &&
    [...mentioning(demand.modId)].some((file) => embeds(file, demand));
  /** For a mod that no file embeds (the usual case), the first required dependency decides. */
  const plainUrgencyOf = (modId: string): OpenKind | null => {
    let kind: OpenKind | null = null;
    for (const file of mentioning(modId)) {
      for (const it of demandsOn(file, modId)) {
        if (it.kind === 'required') return 'required';
        if (isAsked(it, request)) kind = 'optional';
      }
    }
    return kind;
  };
  const urgencyOf = (modId: string): OpenKind | null => {
    if (!embedded.has(modId)) return plainUrgencyOf(modId);
    const demands = asked(modId);
    const open = demands.filter((it) => !isEmbedded(it)).map(({ kind }) => kind);
    if (open.includes('required')) return 'required';
    if (open.includes('optional')) return 'optional';
    return demands.some(({ kind }) => kind === 'required') ? 'embedded' : null;
  };

  return {
    has: (modId) => chosen.has(modId),
    get: (modId) => chosen.get(modId) ?? undefined,
    modIds: () => chosen.keys(),
    files: () => [...chosen.values()].filter((file) => file !== null),
    add(modId, file) {
      chosen.set(modId, file);
      if (!file) return;
      for (const other of modsDemanded(file)) {
        const files = mentions.get(other);
        if (files) files.add(file);
        else mentions.set(other, new Set([file]));
      }
    },
    remove(modId) {
      const file = chosen.get(modId);
      chosen.delete(modId);
      if (!file) return;
      for (const other of modsDemanded(file)) mentions.get(other)?.delete(file);
    },
    mentioning,
    demandersOf: (modId) =>
      [...mentioning(modId)]
        .filter((file) => demandsOn(file, modId).some((it) => isAsked(it, request)))
        .map((file) => file.modId),
    nextOpen() {
      let best: { modId: string; kind: OpenKind } | null = null;
      for (const modId of mentions.keys()) {
        if (chosen.has(modId)) continue;
        if (best?.kind === 'required' && best.modId < modId) continue;
        const kind = urgencyOf(modId);
        if (!kind) continue;
        const apart = best ? URGENCY[kind] - URGENCY[best.kind] : -1;
        if (!best || apart < 0 || (apart === 0 && modId < best.modId)) best = { modId, kind };
      }
      return best;
    },
    isComplete() {
      for (const modId of mentions.keys()) {
        if (chosen.get(modId)) continue;
        if (asked(modId).some((it) => it.kind === 'required' && !isEmbedded(it))) return false;
      }
      return true;
    },
  };
}

const NONE: ReadonlySet<PlanFile> = new Set();
const URGENCY: Readonly<Record<OpenKind, number>> = { required: 0, optional: 1, embedded: 2 };
