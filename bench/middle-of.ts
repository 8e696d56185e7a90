/** The middle ratio counts, because other load on the machine varies. */
const PAIRS = 3;

/** Measures some pairs, one after the other, and returns the one with the middle ratio. */
export async function middleOf<P extends { readonly ratio: number }>(
  pair: () => Promise<P>,
): Promise<P> {
  const pairs: P[] = [];
  while (pairs.length < PAIRS) pairs.push(await pair());
  const middle = pairs.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(PAIRS / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}
