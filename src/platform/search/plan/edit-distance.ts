import { lengthOf } from './letters.js';

/** The lengths in letters from which a term may have one error, and two. */
const TYPO = { one: 4, two: 8 };

/** The number of errors that a corrected term may have. Terms with digits have no typos. */
export function allowedEdits(term: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(term)) return 0;
  const length = lengthOf(term);
  if (length < TYPO.one) return 0;
  return length < TYPO.two ? 1 : 2;
}

/**
 * The edit distance of two terms: inserted, deleted and replaced code points, and transpositions
 * of neighbours (optimal string alignment). Returns `max + 1` if the distance exceeds `max`. Takes
 * memory for three rows, and time for `max` columns on each side of the diagonal.
 */
export function editDistance(a: string, b: string, max: number): number {
  const from = [...a];
  const to = [...b];
  const beyond = max + 1;
  if (Math.abs(from.length - to.length) > max) return beyond;
  const newRow = () => new Array<number>(to.length + 1).fill(beyond);
  let twoBefore = newRow();
  let before = newRow();
  let current = newRow();
  for (let at = 0; at <= Math.min(to.length, max); at++) before[at] = at;
  for (let row = 1; row <= from.length; row++) {
    const least = fillRow({ from, to, row, twoBefore, before, current, max });
    if (least > max) return beyond;
    [twoBefore, before, current] = [before, current, twoBefore];
  }
  return Math.min(before[to.length] ?? beyond, beyond);
}

interface Rows {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly row: number;
  readonly twoBefore: readonly number[];
  readonly before: readonly number[];
  readonly current: number[];
  readonly max: number;
}

/**
 * Fills the columns of a row beside the diagonal, and returns their minimum. The array of the row
 * has the values of an earlier one. The next rows read one more column on each side: the left one
 * is set here, and no earlier row wrote to the right one.
 */
function fillRow({ from, to, row, twoBefore, before, current, max }: Rows): number {
  const beyond = max + 1;
  const first = Math.max(1, row - max);
  const last = Math.min(to.length, row + max);
  let least = first === 1 ? row : beyond;
  current[first - 1] = least;
  for (let at = first; at <= last; at++) {
    const isSame = from[row - 1] === to[at - 1];
    const isSwapped = row > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
    const distance = Math.min(
      (before[at - 1] ?? beyond) + (isSame ? 0 : 1),
      (before[at] ?? beyond) + 1,
      (current[at - 1] ?? beyond) + 1,
      isSwapped ? (twoBefore[at - 2] ?? beyond) + 1 : beyond,
    );
    current[at] = distance;
    least = Math.min(least, distance);
  }
  return least;
}
