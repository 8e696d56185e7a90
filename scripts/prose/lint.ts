import retextEnglish from 'retext-english';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { isRead, passagesOf } from './extract.js';
import type { Passage, Span } from './passage.js';
import { retextPhrases, retextSentenceLength } from './rules.js';
import type { WordList } from './words.js';

/**
 * A sentence that breaks a rule. `line` and `column` count from 1. They are the place of the found
 * phrase, or of the first word of a sentence that is too long.
 */
export interface Finding {
  path: string;
  line: number;
  column: number;
  rule: string;
  sentence: string;
  hint: string;
}

// A line break within a sentence, with the marker of the comment or quotation.
const LINE_BREAK = /\s*\n[ \t]*(?:\*|\/\/+|#|>)?[ \t]*/g;

/** A function from the path and the text of a file to its findings, in the order of the file. */
export type Linter = (path: string, source: string) => Finding[];

/** A linter with this word list. */
export function proseLinter(words: WordList): Linter {
  const processor = unified()
    .use(retextEnglish)
    .use(retextPhrases, words)
    .use(retextSentenceLength, words)
    .freeze();
  const messagesOf = ({ text, kind }: Passage) => {
    const file = new VFile({ value: text, data: { kind } });
    processor.runSync(processor.parse(file), file);
    return file.messages;
  };
  return (path, source) => {
    if (!isRead(path)) return [];
    const placeOf = places(source);
    const findings = passagesOf(path, source).flatMap((passage) =>
      messagesOf(passage).map(({ ancestors, place, ruleId, reason }) => {
        const { start: at } = spanOf(place);
        const { start, end } = spanOf(ancestors?.[0]?.position);
        const sentence = source.slice(passage.start + start, passage.start + end);
        const found = {
          rule: ruleId ?? '',
          sentence: sentence.replace(LINE_BREAK, ' '),
          hint: reason,
        };
        return { path, ...placeOf(passage.start + at), ...found };
      }),
    );
    return findings.sort((a, b) => a.line - b.line || a.column - b.column);
  };
}

/** The offsets of a message. Retext gives all of its nodes a position. */
function spanOf(place: VFile['messages'][number]['place']): Span {
  if (place === undefined || !('start' in place)) throw new Error('a message without a position');
  const { start, end } = place;
  if (start.offset === undefined || end.offset === undefined)
    throw new Error('a position without an offset');
  return { start: start.offset, end: end.offset };
}

function places(source: string): (offset: number) => { line: number; column: number } {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
