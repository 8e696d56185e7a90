import type { Root, Sentence, SentenceContent } from 'nlcst';
import { toString as textOf } from 'nlcst-to-string';
import { SKIP, visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import type { PassageKind } from './passage.js';
import { indexPhrases, matchesIn } from './phrases.js';
import type { WordList } from './words.js';

declare module 'vfile' {
  interface DataMap {
    /** The place that the text was taken from. */
    kind: PassageKind;
  }
}

/** A plugin of retext that reports the phrases of the word list. */
export function retextPhrases(words: WordList) {
  const index = indexPhrases(words.phrases);
  return (tree: Root, file: VFile): void =>
    eachSentence(tree, (sentence) => {
      const nodes = sentence.children.filter(({ type }) => type !== 'WhiteSpaceNode');
      const tokens = nodes.map((node) => textOf(node).toLowerCase().replace('’', "'"));
      const first = nodes.findIndex(({ type }) => type === 'WordNode');
      const takesStart = tokens.at(-1) !== '?' && file.data.kind !== 'heading';
      for (const { group, from, to } of matchesIn(index, tokens)) {
        if (group.in !== undefined && group.in !== file.data.kind) continue;
        if (group.atStart && !(takesStart && from === first)) continue;
        const text = nodes.slice(from, to).map(textOf).join(' ');
        report(file, sentence, nodes[from], group.rule, `"${text}": ${group.write}`);
      }
    });
}

/** A plugin of retext that reports sentences with more than `maxWords` words. */
export function retextSentenceLength({ sentence: { maxWords, write } }: WordList) {
  return (tree: Root, file: VFile): void =>
    eachSentence(tree, (sentence) => {
      const count = sentence.children.filter(({ type }) => type === 'WordNode').length;
      if (count <= maxWords) return;
      report(file, sentence, sentence, 'long-sentence', `${count} words: ${write}`);
    });
}

function eachSentence(tree: Root, take: (sentence: Sentence) => void): void {
  visit(tree, 'SentenceNode', (sentence) => {
    take(sentence);
    return SKIP;
  });
}

function report(
  file: VFile,
  sentence: Sentence,
  node: Sentence | SentenceContent | undefined,
  rule: string,
  hint: string,
): void {
  const place = (node ?? sentence).position;
  file.message(hint, { place, ancestors: [sentence], source: 'prose', ruleId: rule });
}
