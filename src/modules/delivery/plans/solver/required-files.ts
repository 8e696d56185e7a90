import { type Blocker, blockerOf, MOST_STEPS, type Step } from './blockers.js';
import type { FilesByMod } from './closure.js';
import { clash, embeds, meets, modsDemanded, modsOfKind } from './meets.js';
import { named, type PlanFile } from './plan-file.js';

/** A file, and the requirements that lead to it from one of the first files. */
interface Taken {
  readonly file: PlanFile;
  readonly via: readonly Step[];
}

/** The most reasons in one explanation. */
const MOST_BLOCKERS = 10;

/** Files of different mods. */
interface TakenFiles {
  readonly byMod: Map<string, Taken>;
  /** The files that embed a mod. */
  readonly embedders: Map<string, Taken[]>;
}

/**
 * Takes some files, and for each mod that they transitively require the newest file that fits.
 * Returns the dependencies by which these files exclude each other, although older files may fit
 * together. Its time grows with the files and their dependencies. Empty if nothing was found.
 */
export function blockersOfRequired(files: FilesByMod, first: readonly PlanFile[]): Blocker[] {
  const taken: TakenFiles = { byMod: new Map(), embedders: new Map() };
  const asked = new Map<string, [Step, ...Step[]]>();
  for (const file of first) take(taken, asked, { file, via: [] });
  // The loop also visits the mods that it adds.
  for (const [modId, steps] of asked) {
    const [step] = steps;
    const embedders = taken.embedders.get(modId) ?? [];
    if (taken.byMod.has(modId) || embedders.some(({ file }) => embeds(file, step.demand))) continue;
    const fitting = (files.get(modId) ?? []).filter((it) => meets(it, step.demand));
    const best = fitting.find((it) => steps.every(({ demand }) => meets(it, demand)));
    const file = best ?? fitting[0];
    const via = taken.byMod.get(step.file.modId)?.via ?? [];
    if (!file) return [{ code: 'no_compatible_version', ...step, content: null, via }];
    take(taken, asked, { file, via: [...via, step].slice(-MOST_STEPS) });
  }
  return clashesAmong(taken);
}

/** Adds a file, and its requirements to `asked`. */
function take(
  { byMod, embedders }: TakenFiles,
  asked: Map<string, [Step, ...Step[]]>,
  taken: Taken,
): void {
  const { file } = taken;
  byMod.set(file.modId, taken);
  for (const modId of modsOfKind(file, 'embedded')) {
    const known = embedders.get(modId);
    if (known) known.push(taken);
    else embedders.set(modId, [taken]);
  }
  for (const demand of file.demands) {
    if (demand.kind !== 'required') continue;
    const step = { file: named(file), demand };
    const steps = asked.get(demand.modId);
    if (steps) steps.push(step);
    else asked.set(demand.modId, [step]);
  }
}

function clashesAmong({ byMod, embedders }: TakenFiles): Blocker[] {
  const found: Blocker[] = [];
  for (const { file, via } of byMod.values()) {
    const targets = [...modsDemanded(file)].flatMap((modId) => byMod.get(modId) ?? []);
    const contents = [...modsOfKind(file, 'conflict')].flatMap((it) => embedders.get(it) ?? []);
    for (const other of new Set([...targets, ...contents])) {
      const demand = clash(file, other.file);
      if (!demand) continue;
      found.push(blockerOf(file, demand, other.file, [...via, ...other.via]));
      if (found.length === MOST_BLOCKERS) return found;
    }
  }
  return found;
}
