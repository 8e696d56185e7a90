/** The kinds of places that prose is taken from. Some rules apply to one kind only. */
export const PASSAGE_KINDS = [
  'comment',
  'description',
  'document',
  'heading',
  'test name',
  'group name',
] as const;

/** A kind of place that prose is taken from. */
export type PassageKind = (typeof PASSAGE_KINDS)[number];

/**
 * A piece of prose in a source file, from the offset `start` on. `text` is as long as this piece:
 * spaces replace everything in it that is not prose. So `start` plus an offset in the text is its
 * place in the file.
 */
export interface Passage {
  kind: PassageKind;
  start: number;
  text: string;
}

/** A half-open range of offsets in a file. */
export interface Span {
  start: number;
  end: number;
}

// Code spans, links of doc comments and addresses. Each counts as one word.
const NAMES = /`[^`]+`|\{@\w+ [^}]*\}|https?:\/\/[^\s)>]+/g;

/**
 * Replaces code spans, doc links and addresses by capitalised words of the same length, so that a
 * sentence may begin with one.
 */
export function withoutNames(text: string): string {
  return text.replace(NAMES, placeholder);
}

/** A word of the same length as some code. */
export function placeholder(code: string): string {
  return 'X'.repeat(code.length);
}

/** Spaces of the same length as a text. Its line breaks stay. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/**
 * The text from the first to the last span, with spaces in place of the text between them. The
 * spans must be in order. Empty without spans.
 */
export function onlySpans(source: string, spans: readonly Span[]): string {
  let text = '';
  let at = spans[0]?.start ?? 0;
  for (const { start, end } of spans) {
    text += blank(source.slice(at, start)) + source.slice(start, end);
    at = end;
  }
  return text;
}
