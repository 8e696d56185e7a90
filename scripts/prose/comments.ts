import { blank, type Passage, type Span, withoutNames } from './passage.js';

const MARKER = /^[ \t]*(?:\/\*+|\/{2,}|#+|\*(?!\/))/gm;
const CLOSING = /\*+\/\s*$/;
const TAG = /^\s*@\w+/;
const ITEM = /^\s*(?:[-*•]|\d+[.)])\s/;
const FENCE = /^\s*```/;

/** The paragraphs of comments. Line comments on adjacent lines of their own are one comment. */
export function commentPassages(source: string, comments: readonly Span[]): Passage[] {
  return joined(source, comments).flatMap(({ start, end }) =>
    paragraphs(withoutMarkers(source.slice(start, end)), start),
  );
}

function joined(source: string, comments: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const comment of comments) {
    const last = spans.at(-1);
    if (last !== undefined && continues(source, last, comment)) last.end = comment.end;
    else spans.push({ ...comment });
  }
  return spans;
}

function continues(source: string, before: Span, after: Span): boolean {
  return (
    !source.startsWith('/*', before.start) &&
    !source.startsWith('/*', after.start) &&
    /^[ \t]*\r?\n[ \t]*$/.test(source.slice(before.end, after.start)) &&
    startsItsLine(source, before.start)
  );
}

function startsItsLine(source: string, offset: number): boolean {
  return source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}

function withoutMarkers(comment: string): string {
  return comment.replace(CLOSING, blank).replace(MARKER, blank);
}

/** Blank lines, list items and tags begin a paragraph. Fenced code is left out. */
function paragraphs(text: string, start: number): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | null = null;
  let fenced = false;
  let at = start;
  for (const line of text.split(/(?<=\n)/)) {
    const isFence = FENCE.test(line);
    if (isFence) fenced = !fenced;
    if (isFence || fenced || line.trim() === '') open = null;
    else if (open !== null && !ITEM.test(line) && !TAG.test(line)) open.text += line;
    else {
      open = { kind: 'comment', start: at, text: line.replace(TAG, blank).replace(ITEM, blank) };
      passages.push(open);
    }
    at += line.length;
  }
  return passages.map((passage) => ({ ...passage, text: withoutNames(passage.text) }));
}
