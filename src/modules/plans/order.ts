import type { Chosen } from './choose.js';

/**
 * The order of installation: what is required comes before what requires it, ties and cycles go
 * by mod id. Kahn's algorithm over the chosen files.
 */
export function inInstallOrder(chosen: readonly Chosen[]): Chosen[] {
  const waiting = new Map(
    [...chosen].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map((it) => [keyOf(it), it]),
  );
  const ordered: Chosen[] = [];
  while (waiting.size > 0) {
    const mods = new Set([...waiting.values()].map(({ file }) => file.modId));
    const free = [...waiting.values()].find(({ file }) =>
      file.dependencies.every(
        (it) => it.kind === 'conflict' || it.modId === file.modId || !mods.has(it.modId),
      ),
    );
    // A cycle has no first; the smallest id begins it.
    const [first] = waiting.values();
    const taken = free ?? first;
    if (!taken) break;
    ordered.push(taken);
    waiting.delete(keyOf(taken));
  }
  return ordered;
}

function keyOf({ file }: Chosen): string {
  return `${file.modId}/${file.id}`;
}
