/** The lengths in letters of the beginnings that are looked for. Shorter ones fit any nonsense. */
const LENGTHS = { from: 5, to: 16 };

/** The alphabets of folded words. The letters of one of them may be missing in its words. */
const ALPHABETS = [/^[a-z]+$/, /^[а-я]+$/] as const;
const LETTERS = [lettersFrom('a', 'z'), lettersFrom('а', 'я')] as const;

/**
 * The beginnings of words that a half-typed word with one error may mean, the most likely first:
 * two neighbours in the wrong order, an additional letter, a missing letter. The first letter is
 * right, and no letter is only a wrong one. Without repetitions; at most 509. Empty for short and
 * long words, and for words with other letters than `a` to `z`, or than `а` to `я`.
 */
export function nearBeginnings(term: string): string[] {
  const letters = LETTERS[ALPHABETS.findIndex((alphabet) => alphabet.test(term))];
  if (!letters || term.length < LENGTHS.from || term.length > LENGTHS.to) return [];
  const places = Array.from({ length: term.length - 1 }, (_, at) => at + 1);
  const before = (at: number) => term.slice(0, at);
  const swapped = places.map(
    (at) => before(at) + (term[at + 1] ?? '') + term[at] + term.slice(at + 2),
  );
  const without = places.slice(0, -1).map((at) => before(at) + term.slice(at + 1));
  const within = places.flatMap((at) =>
    letters.map((letter) => before(at) + letter + term.slice(at)),
  );
  const found = new Set([...swapped, ...without, ...within]);
  return [...found].filter((it) => it !== term && it.length >= LENGTHS.from);
}

function lettersFrom(first: string, last: string): string[] {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
}
