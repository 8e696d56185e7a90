/** A priority queue of numbers, smallest first. Each operation takes logarithmic time. */
export interface SmallestFirst {
  readonly add: (value: number) => void;
  /** Removes and returns the smallest number; undefined if empty. */
  readonly take: () => number | undefined;
}

/** Creates an empty binary heap: no number is below its parent at `(at - 1) >> 1`. */
export function smallestFirst(): SmallestFirst {
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
