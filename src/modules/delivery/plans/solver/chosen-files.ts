import { contentClash, demandsOn, embeds, modsDemanded, modsOfKind } from './meets.js';
import { type Demand, type Following, isFollowed, type PlanFile } from './plan-file.js';

/**
 * The reason why a mod is decided next. `embedded`: chosen files require it, but chosen files also
 * embed all that they require of it. The search first leaves it out, and chooses a file of it only
 * if no plan results.
 */
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
  /** The chosen files that a file excludes because of content, or that exclude it for its content. */
  contentRivals(file: PlanFile): Iterable<PlanFile>;
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
  /** The chosen files with a dependency on a mod. */
  readonly mentions: FilesByTarget;
  /** The chosen files that embed a mod, and those that conflict with it. */
  readonly embedders: FilesByTarget;
  readonly opponents: FilesByTarget;
}

/** Files, indexed by the mods of some of their dependencies. */
type FilesByTarget = Map<string, Set<PlanFile>>;

/** Creates an empty set for one run. `embedded`: the mods that any file of the closure embeds. */
export function createChosenFiles(request: Following, embedded: ReadonlySet<string>): ChosenFiles {
  const chosen = new Map<string, PlanFile | null>();
  const indexes = { mentions: new Map(), embedders: new Map(), opponents: new Map() };
  const choices: Choices = { request, embedded, chosen, ...indexes };
  return {
    has: (modId) => chosen.has(modId),
    get: (modId) => chosen.get(modId) ?? undefined,
    modIds: () => chosen.keys(),
    files: () => [...chosen.values()].filter((file) => file !== null),
    add: (modId, file) => add(choices, modId, file),
    remove: (modId) => remove(choices, modId),
    mentioning: (modId) => mentioning(choices, modId),
    contentRivals: (file) => contentRivals(choices, file),
    demandersOf: (modId) => demandersOf(choices, modId),
    nextOpen: () => nextOpen(choices),
    isComplete: () => isComplete(choices),
  };
}

const NONE: ReadonlySet<PlanFile> = new Set();
const URGENCY: Readonly<Record<OpenKind, number>> = { required: 0, optional: 1, embedded: 2 };

function add(choices: Choices, modId: string, file: PlanFile | null): void {
  choices.chosen.set(modId, file);
  if (!file) return;
  for (const [index, targets] of targetsOf(choices, file)) {
    for (const target of targets) {
      const files = index.get(target);
      if (files) files.add(file);
      else index.set(target, new Set([file]));
    }
  }
}

function remove(choices: Choices, modId: string): void {
  const file = choices.chosen.get(modId);
  choices.chosen.delete(modId);
  if (!file) return;
  for (const [index, targets] of targetsOf(choices, file)) {
    for (const target of targets) index.get(target)?.delete(file);
  }
}

/** The mods for which each index has a file. */
function targetsOf(
  { mentions, embedders, opponents }: Choices,
  file: PlanFile,
): [FilesByTarget, Iterable<string>][] {
  return [
    [mentions, modsDemanded(file)],
    [embedders, modsOfKind(file, 'embedded')],
    [opponents, modsOfKind(file, 'conflict')],
  ];
}

/**
 * Compares a file only with those that embed a mod it conflicts with, or the reverse: many files
 * embed the same popular mods, and few conflict with them.
 */
function contentRivals({ embedders, opponents }: Choices, file: PlanFile): Set<PlanFile> {
  const rivals = new Set<PlanFile>();
  for (const modId of modsOfKind(file, 'conflict')) {
    for (const other of embedders.get(modId) ?? NONE) {
      if (!rivals.has(other) && contentClash(file, other, modId)) rivals.add(other);
    }
  }
  for (const modId of modsOfKind(file, 'embedded')) {
    for (const other of opponents.get(modId) ?? NONE) {
      if (!rivals.has(other) && contentClash(other, file, modId)) rivals.add(other);
    }
  }
  return rivals;
}

function mentioning({ mentions }: Choices, modId: string): ReadonlySet<PlanFile> {
  return mentions.get(modId) ?? NONE;
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
  for (const modId of choices.mentions.keys()) {
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
  for (const modId of choices.mentions.keys()) {
    if (choices.chosen.get(modId)) continue;
    const demands = demandsFor(choices, modId);
    if (demands.some((it) => it.kind === 'required' && !isEmbedded(choices, it))) return false;
  }
  return true;
}
