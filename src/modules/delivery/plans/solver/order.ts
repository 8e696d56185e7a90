import type { Chosen } from './choose.js';
import { cyclesOf } from './cycles.js';

/**
 * Returns the files in order of installation (Spec 2.7): each mod follows its dependencies of any
 * kind except `conflict`. Ties are ordered by mod id, then by file id. Mods of a cycle cannot all
 * follow their dependencies: they come after all other dependencies of the cycle and before what
 * depends on the cycle. If each of them waits, the one with the smallest ids comes next. Kahn's
 * algorithm; its time grows with the files and their dependencies.
 */
export function inInstallOrder(chosen: readonly Chosen[]): Chosen[] {
  const files = [...chosen].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { waits, gatesOf } = graphOf(files);
  const [free, inCycle] = [smallestFirst(), smallestFirst()];
  const release = (at: number, { mods, cycles }: Waits) => {
    if (cycles === 0) (mods === 0 ? free : inCycle).add(at);
  };
  for (const [at, it] of waits.entries()) release(at, it);
  const ordered: Chosen[] = [];
  const isTaken = files.map(() => false);
  while (ordered.length < files.length) {
    const at = free.take() ?? inCycle.take();
    if (at === undefined)
      throw new Error('A cycle waits for no other cycle, so one of its files is next');
    const taken = files[at];
    if (isTaken[at] || !taken) continue;
    isTaken[at] = true;
    ordered.push(taken);
    for (const gate of gatesOf(at)) {
      gate.left -= 1;
      if (gate.left > 0) continue;
      for (const { file, counts } of gate.waiting) {
        counts[gate.kind] -= 1;
        release(file, counts);
      }
    }
  }
  return ordered;
}

/** The number of mods of its own cycle, and of other cycles, for which a file waits. */
interface Waits {
  mods: number;
  cycles: number;
}

/** A mod or a cycle, whose files come before those that wait for it. */
interface Gate {
  readonly kind: keyof Waits;
  /** The number of its remaining files. A mod can have several pinned files. */
  left: number;
  /** The files that wait for it, by their index. */
  readonly waiting: { readonly file: number; readonly counts: Waits }[];
}

/** The dependency graph of the chosen files. */
interface Graph {
  /** By the index of the file. */
  readonly waits: readonly Waits[];
  /** The mod and the cycle of a file. */
  readonly gatesOf: (file: number) => readonly Gate[];
}

function graphOf(files: readonly Chosen[]): Graph {
  const modIds = [...new Set(files.map(({ file }) => file.modId))];
  const numbers = new Map(modIds.map((modId, at) => [modId, at]));
  const modOf = files.map(({ file }) => numbers.get(file.modId) ?? 0);
  const needed = files.map((it) => neededMods(it, numbers));
  // A mod needs what any of its files needs.
  const edges = modIds.map((): number[] => []);
  for (const [at, targets] of needed.entries()) edges[modOf[at] ?? 0]?.push(...targets);
  const cycles = cyclesOf(edges);
  const gates = {
    mods: modIds.map((): Gate => ({ kind: 'mods', left: 0, waiting: [] })),
    cycles: modIds.map((): Gate => ({ kind: 'cycles', left: 0, waiting: [] })),
  };
  const gatesOf = (file: number) => {
    const mod = modOf[file] ?? 0;
    return [gates.mods[mod], gates.cycles[cycles[mod] ?? 0]].filter((gate) => gate !== undefined);
  };
  const waits = files.map((_, file) => {
    const own = cycles[modOf[file] ?? 0];
    for (const gate of gatesOf(file)) gate.left += 1;
    const others = new Set(needed[file]?.map((mod) => cycles[mod] ?? 0));
    others.delete(own ?? 0);
    const inside = needed[file]?.filter((mod) => cycles[mod] === own) ?? [];
    const counts = { mods: inside.length, cycles: others.size };
    for (const mod of inside) gates.mods[mod]?.waiting.push({ file, counts });
    for (const cycle of others) gates.cycles[cycle]?.waiting.push({ file, counts });
    return counts;
  });
  return { waits, gatesOf };
}

/** The numbers of the chosen mods to install before a file. */
function neededMods({ file }: Chosen, numbers: ReadonlyMap<string, number>): number[] {
  const needed = file.demands.flatMap(({ kind, modId }) =>
    kind === 'conflict' || modId === file.modId ? [] : (numbers.get(modId) ?? []),
  );
  return [...new Set(needed)];
}

function keyOf({ file }: Chosen): string {
  return `${file.modId}/${file.id}`;
}

/** A priority queue of numbers, smallest first. Each operation takes logarithmic time. */
interface SmallestFirst {
  readonly add: (value: number) => void;
  /** Removes and returns the smallest number; undefined if empty. */
  readonly take: () => number | undefined;
}

/** Creates an empty binary heap: no number is below its parent at `(at - 1) >> 1`. */
function smallestFirst(): SmallestFirst {
  const heap: number[] = [];
  const valueAt = (at: number): number => heap[at] ?? Number.POSITIVE_INFINITY;
  return {
    add(value) {
      let at = heap.push(value) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && valueAt(parent) > value; parent = (at - 1) >> 1) {
        heap[at] = valueAt(parent);
        at = parent;
      }
      heap[at] = value;
    },
    take() {
      const [smallest] = heap;
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return smallest;
      let at = 0;
      for (;;) {
        const left = 2 * at + 1;
        const child = valueAt(left + 1) < valueAt(left) ? left + 1 : left;
        if (valueAt(child) >= last) break;
        heap[at] = valueAt(child);
        at = child;
      }
      heap[at] = last;
      return smallest;
    },
  };
}
