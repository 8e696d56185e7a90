import type { WordList } from './words.js';

type Group = WordList['phrases'][number];

/** One slot of a phrase: one of these words. */
interface Slot {
  words: ReadonlySet<string>;
  isOptional: boolean;
}

interface Phrase {
  group: Group;
  slots: readonly Slot[];
  unless: readonly (readonly Slot[])[];
}

/** A phrase of the list in a sentence: `from` its first token, up to but without the token `to`. */
export interface Match {
  group: Group;
  from: number;
  to: number;
}

/** The phrases of the list by their first word. */
export type PhraseIndex = ReadonlyMap<string, readonly Phrase[]>;

/** Compiles the phrases of a word list: `a|b` is one of two words, `not?` may be missing. */
export function indexPhrases(groups: readonly Group[]): PhraseIndex {
  const index = new Map<string, Phrase[]>();
  for (const group of groups) {
    const unless = (group.unless ?? []).map(slotsOf);
    for (const text of group.phrases) {
      const phrase = { group, slots: slotsOf(text), unless };
      for (const word of phrase.slots[0]?.words ?? []) {
        index.set(word, [...(index.get(word) ?? []), phrase]);
      }
    }
  }
  return index;
}

/** Matches in the tokens of a sentence, in lower case. At one token, each group matches once. */
export function matchesIn(index: PhraseIndex, tokens: readonly string[]): Match[] {
  return tokens.flatMap((token, from) => {
    const found = new Map<Group, Match>();
    for (const { group, slots, unless } of index.get(token) ?? []) {
      const to = endOf(slots, tokens, from);
      const isHarmless = unless.some((other) => endOf(other, tokens, from) !== null);
      if (to !== null && !isHarmless && !found.has(group)) found.set(group, { group, from, to });
    }
    return [...found.values()];
  });
}

function slotsOf(phrase: string): Slot[] {
  return phrase.split(' ').map((slot) => {
    const isOptional = slot.endsWith('?');
    const words = (isOptional ? slot.slice(0, -1) : slot).split('|');
    return { words: new Set(words), isOptional };
  });
}

/** The index after the last token of the phrase, or null where the tokens differ. */
function endOf(slots: readonly Slot[], tokens: readonly string[], at: number): number | null {
  const [slot, ...rest] = slots;
  if (slot === undefined) return at;
  const token = tokens[at];
  const taken = token !== undefined && slot.words.has(token) ? endOf(rest, tokens, at + 1) : null;
  return taken ?? (slot.isOptional ? endOf(rest, tokens, at) : null);
}
