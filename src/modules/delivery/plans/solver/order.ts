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
  const { nodes, cycles } = graphOf(files);
  const free = smallestFirst();
  const inCycle = smallestFirst();
  const release = (at: number) => {
    if (nodes[at]?.waits === 0) free.add(at);
  };
  const open = ({ waits, files: members }: Cycle) => {
    if (waits === 0) for (const at of members) inCycle.add(at);
  };
  for (const at of nodes.keys()) release(at);
  for (const cycle of cycles) open(cycle);
  const ordered: Chosen[] = [];
  const isTaken = files.map(() => false);
  while (ordered.length < files.length) {
    const at = free.take() ?? inCycle.take() ?? 0;
    const taken = files[at];
    const node = nodes[at];
    if (isTaken[at] || !taken || !node) continue;
    isTaken[at] = true;
    ordered.push(taken);
    for (const group of [node.mod, node.cycle]) {
      group.left -= 1;
      if (group.left > 0) continue;
      for (const dependent of group.dependents) {
        dependent.waits -= 1;
        release(dependent.at);
      }
    }
    if (node.cycle.left > 0) continue;
    for (const next of node.cycle.next) {
      next.waits -= 1;
      open(next);
    }
  }
  return ordered;
}

/** A file in the dependency graph. */
interface Node {
  readonly at: number;
  readonly mod: Group;
  readonly cycle: Cycle;
  /** The number of mods of its own cycle, and of other cycles, for which it waits. */
  waits: number;
}

/** Files that all come before the files that depend on them: a mod, or a cycle. */
interface Group {
  /** The number of its remaining files. A mod can have several pinned files. */
  left: number;
  readonly dependents: Node[];
}

/** Mods that depend on each other, or a single mod. */
interface Cycle extends Group {
  readonly files: number[];
  /** The number of other cycles for which any of its files waits. */
  waits: number;
  /** The cycles that wait for it. */
  readonly next: Set<Cycle>;
}

function graphOf(files: readonly Chosen[]): { nodes: Node[]; cycles: Cycle[] } {
  const modIds = [...new Set(files.map(({ file }) => file.modId))];
  const numbers = new Map(modIds.map((modId, at) => [modId, at]));
  const mods = modIds.map((): Group => ({ left: 0, dependents: [] }));
  const needed = files.map((it) => neededMods(it, numbers));
  const cycles = cyclesAmong(files, needed, numbers);
  const nodes = files.map(({ file }, at): Node => {
    const number = numbers.get(file.modId) ?? 0;
    const node = { at, mod: mods[number] as Group, cycle: cycles[number] as Cycle, waits: 0 };
    node.mod.left += 1;
    node.cycle.left += 1;
    node.cycle.files.push(at);
    return node;
  });
  for (const node of nodes) {
    const needs = needed[node.at] ?? [];
    const inside = needs.filter((mod) => cycles[mod] === node.cycle);
    const outside = new Set(needs.flatMap((mod) => cycles[mod] ?? []));
    outside.delete(node.cycle);
    node.waits = inside.length + outside.size;
    for (const mod of inside) mods[mod]?.dependents.push(node);
    for (const cycle of outside) {
      cycle.dependents.push(node);
      if (!cycle.next.has(node.cycle)) node.cycle.waits += 1;
      cycle.next.add(node.cycle);
    }
  }
  return { nodes, cycles: [...new Set(cycles)] };
}

/** The cycle of each mod, by the number of the mod. A mod needs what any of its files needs. */
function cyclesAmong(
  files: readonly Chosen[],
  needed: readonly (readonly number[])[],
  numbers: ReadonlyMap<string, number>,
): Cycle[] {
  const edges = Array.from(numbers, (): number[] => []);
  for (const [at, { file }] of files.entries()) {
    edges[numbers.get(file.modId) ?? 0]?.push(...(needed[at] ?? []));
  }
  const made = edges.map((): Cycle => {
    return { left: 0, dependents: [], files: [], waits: 0, next: new Set() };
  });
  return cyclesOf(edges).map((number) => made[number] as Cycle);
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
