import { fold } from './letters.js';
import { PLAN_BOUNDS } from './query-plan.js';
import { chunksOf, wordsOf } from './words.js';

/** A word before case folding (see `PlannedWord`), and its term. */
export interface TypedWord {
  readonly typed: string;
  readonly term: string;
}

/** Text between two spaces, with the range of its words. */
export interface TypedChunk {
  readonly text: string;
  readonly from: number;
  readonly count: number;
}

/** The text of a query, cut to the bounds of a plan. */
export interface TypedText {
  readonly words: readonly TypedWord[];
  readonly chunks: readonly TypedChunk[];
  /** Whether the last word may be unfinished: nothing was cut off, and no space follows it. */
  readonly isLastOpen: boolean;
}

/** Reads the words of a query. The first words stay if there are too many. */
export function readTyped(text: string): TypedText {
  const trimmed = text.trimStart();
  const start = trimmed.slice(0, PLAN_BOUNDS.textLength);
  const words: TypedWord[] = [];
  const chunks: TypedChunk[] = [];
  let isComplete = start === trimmed;
  let isLastOpen = false;
  for (const chunk of chunksOf(start)) {
    const read = wordsOf(chunk).map((typed) => ({ typed, term: fold(typed) }));
    const free = PLAN_BOUNDS.words - words.length;
    isLastOpen = read.length > 0;
    if (read.length > free) {
      isComplete = false;
      words.push(...read.slice(0, free));
      break;
    }
    if (read.length > 0) chunks.push({ text: chunk, from: words.length, count: read.length });
    words.push(...read);
  }
  return { words, chunks, isLastOpen: isLastOpen && isComplete && !/[\s\p{Cc}]$/u.test(start) };
}
