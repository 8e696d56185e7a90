import fc from 'fast-check';

const LETTERS = 'abцé𝒳';

/** A word of a few letters, so that errors in it give the same letters again. */
export const wordOf = (least: number, most: number) =>
  fc.array(fc.constantFrom(...LETTERS), { minLength: least, maxLength: most });

/** A typing error: a letter is missing, added, other or changes places with the next. */
export const typingError = fc.record({
  kind: fc.constantFrom('missing', 'added', 'other', 'swapped'),
  at: fc.nat(24),
  letter: fc.constantFrom(...LETTERS),
});

/** A word after an error. */
export function withError(
  letters: string[],
  { kind, at, letter }: { kind: string; at: number; letter: string },
): string[] {
  const place = Math.min(at, letters.length - 1);
  if (kind === 'missing') return letters.toSpliced(place, 1);
  if (kind === 'added') return letters.toSpliced(place, 0, letter);
  if (kind === 'other') return letters.toSpliced(place, 1, letter);
  return letters.toSpliced(place, 2, letters[place + 1] ?? '', letters[place] ?? '');
}
