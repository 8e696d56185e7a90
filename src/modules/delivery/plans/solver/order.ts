import type { Chosen } from './choose.js';

/**
 * Returns the files in order of installation: each mod follows its dependencies of any kind except
 * `conflict`. Ties are ordered by mod id, then by file id. If every remaining file waits in or
 * behind a cycle, the one with the smallest ids comes next. Kahn's algorithm; its time grows with
 * the files and their dependencies.
 */
export function inInstallOrder(chosen: readonly Chosen[]): Chosen[] {
  const files = [...chosen].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { left, waitsFor, waiting } = graphOf(files);
  const free = smallestFirst();
  waitsFor.forEach((count, at) => {
    if (count === 0) free.add(at);
  });
  const ordered: Chosen[] = [];
  const isTaken = files.map(() => false);
  let first = 0;
  while (ordered.length < files.length) {
    while (isTaken[first]) first += 1;
    // A cycle has no first file, so the smallest id is taken.
    const at = free.take() ?? first;
    const taken = files[at];
    if (isTaken[at] || !taken) continue;
    isTaken[at] = true;
    ordered.push(taken);
    const { modId } = taken.file;
    const rest = (left.get(modId) ?? 1) - 1;
    left.set(modId, rest);
    if (rest > 0) continue;
    for (const next of waiting.get(modId) ?? []) {
      const count = (waitsFor[next] ?? 1) - 1;
      waitsFor[next] = count;
      if (count === 0) free.add(next);
    }
  }
  return ordered;
}

/** The dependency graph of the chosen files. */
interface Graph {
  /** Number of remaining files of each mod. A mod can have several pinned files. */
  readonly left: Map<string, number>;
  /** Number of mods that each file waits for. */
  readonly waitsFor: number[];
  /** Indexes of the files that wait for a mod. */
  readonly waiting: ReadonlyMap<string, readonly number[]>;
}

function graphOf(files: readonly Chosen[]): Graph {
  const left = new Map<string, number>();
  for (const { file } of files) left.set(file.modId, (left.get(file.modId) ?? 0) + 1);
  const waiting = new Map([...left.keys()].map((modId): [string, number[]] => [modId, []]));
  const waitsFor = files.map((it, at) => {
    const needed = neededMods(it, left);
    for (const modId of needed) waiting.get(modId)?.push(at);
    return needed.length;
  });
  return { left, waitsFor, waiting };
}

/** The chosen mods to install before a file. */
function neededMods({ file }: Chosen, chosen: ReadonlyMap<string, number>): string[] {
  const needed = file.demands.filter(({ kind }) => kind !== 'conflict').map(({ modId }) => modId);
  return [...new Set(needed)].filter((modId) => modId !== file.modId && chosen.has(modId));
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
