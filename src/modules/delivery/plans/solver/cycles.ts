/**
 * Returns the number of the cycle that each node is in; a node in no cycle has a number of its own.
 * `edges` has the nodes to which each node leads. Tarjan's algorithm without recursion, because a
 * chain of dependencies can be long; its time grows with the nodes and edges.
 */
export function cyclesOf(edges: readonly (readonly number[])[]): number[] {
  const cycles = edges.map(() => -1);
  const seen = edges.map(() => 0);
  const lowest = edges.map(() => 0);
  const open: number[] = [];
  let visits = 0;
  let cycle = 0;
  for (const root of edges.keys()) {
    const path = seen[root] ? [] : [{ node: root, next: 0 }];
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { node } = step;
      if (step.next === 0) {
        visits += 1;
        seen[node] = visits;
        lowest[node] = visits;
        open.push(node);
      }
      const target = edges[node]?.[step.next];
      step.next += 1;
      if (target !== undefined) {
        if (!seen[target]) path.push({ node: target, next: 0 });
        else if (cycles[target] === -1) lower(lowest, node, seen[target]);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent) lower(lowest, parent.node, lowest[node] ?? 0);
      if (lowest[node] !== seen[node]) continue;
      const members = open.splice(open.lastIndexOf(node));
      for (const member of members) cycles[member] = cycle;
      cycle += 1;
    }
  }
  return cycles;
}

function lower(lowest: number[], node: number, value: number): void {
  lowest[node] = Math.min(lowest[node] ?? value, value);
}
