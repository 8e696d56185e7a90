import {
  PLAN_BOUNDS,
  type PlannedWord,
  type QueryPlan,
  type Rewrite,
  type Term,
  type Variant,
  WEIGHTS,
} from './query-plan.js';
import { rewritesOf, typedTerm } from './rewrites.js';
import { readTyped } from './typed-text.js';
import type { Vocabulary } from './vocabulary.js';

/**
 * Plans a search for a text (Spec 4.1): its words, other spellings of each, and rewrites to or from
 * several words. Leaves out all beyond `PLAN_BOUNDS`. A text has no operators: an apostrophe joins
 * letters, and every other visible character but letters and digits separates words. Never throws
 * for any text. The same text and vocabulary give the same plan.
 */
export function planQuery(text: string, vocabulary: Vocabulary): QueryPlan {
  const typed = readTyped(text);
  const kept = withinBounds(byWeight(rewritesOf(typed, vocabulary)), typed.words.length);
  const words = typed.words.map((word, at): PlannedWord => {
    const first: Variant = { ...typedTerm(typed, at), weight: WEIGHTS.typed, how: 'typed' };
    const others = kept.flatMap((it) => (it.from === at && isVariant(it) ? variantsOf(it) : []));
    return { typed: word.typed, variants: [first, ...others] };
  });
  const rewrites = kept.filter((it) => !isVariant(it));
  return { words, rewrites, isLastOpen: typed.isLastOpen };
}

/** Whether a rewrite is another spelling of a single word. */
function isVariant({ count, terms }: Rewrite): boolean {
  return count === 1 && terms.length === 1;
}

function variantsOf({ terms, weight, how }: Rewrite): Variant[] {
  return terms.map((term) => ({ ...term, weight, how }));
}

/** The rewrites by falling weight. Equal ones are one, which matches what each of them matches. */
function byWeight(rewrites: readonly Rewrite[]): Rewrite[] {
  const unique = new Map<string, Rewrite>();
  for (const rewrite of [...rewrites].sort((a, b) => b.weight - a.weight || a.from - b.from)) {
    const terms = rewrite.terms.map(({ term }) => term).join(' ');
    const key = `${rewrite.from} ${rewrite.count} ${terms}`;
    const heavier = unique.get(key);
    unique.set(key, heavier ? { ...heavier, terms: wider(heavier.terms, rewrite.terms) } : rewrite);
  }
  return [...unique.values()];
}

/** The same terms, with the prefixes and corrections of both lists. */
function wider(terms: readonly Term[], others: readonly Term[]): Term[] {
  return terms.map((it, at) => {
    const other = others[at] ?? it;
    return {
      term: it.term,
      maxEdits: it.maxEdits > other.maxEdits ? it.maxEdits : other.maxEdits,
      isPrefix: it.isPrefix || other.isPrefix,
    };
  });
}

/**
 * The rewrites that the bounds of a plan of so many words allow, in their order. The first of each
 * rule over each range has precedence, so many synonyms do not displace the other rules.
 */
function withinBounds(rewrites: readonly Rewrite[], words: number): Rewrite[] {
  const kept = new Set<Rewrite>();
  const variants = new Map<number, number>();
  let free = PLAN_BOUNDS.total - words;
  let freeRewrites: number = PLAN_BOUNDS.rewrites;
  for (const rewrite of firstsOfRules(rewrites)) {
    if (free === 0) break;
    if (isVariant(rewrite)) {
      const count = variants.get(rewrite.from) ?? 1;
      if (count === PLAN_BOUNDS.variants) continue;
      variants.set(rewrite.from, count + 1);
    } else if (freeRewrites-- <= 0) continue;
    kept.add(rewrite);
    free--;
  }
  return rewrites.filter((it) => kept.has(it));
}

/** The first rewrite of each rule over each range, then the others. */
function firstsOfRules(rewrites: readonly Rewrite[]): Rewrite[] {
  const firsts = new Map<string, Rewrite>();
  for (const rewrite of rewrites) {
    const key = `${rewrite.how} ${rewrite.from} ${rewrite.count} ${isVariant(rewrite)}`;
    if (!firsts.has(key)) firsts.set(key, rewrite);
  }
  const isFirst = new Set(firsts.values());
  return [...isFirst, ...rewrites.filter((it) => !isFirst.has(it))];
}
