import MarkdownIt, { type MarkdownIt as Parser, type StateBlock } from 'markdown-it';
import { TEXT_NESTING } from '../../registry/author-texts.js';

/** The own rule of `MarkdownIt` for tables: the first of a parser that has no other. */
const [parseTable = () => false] = new MarkdownIt('zero').enable('table').block.ruler.getRules('');

/**
 * Creates a parser for Markdown of authors. Raw HTML stays text, and so does a table with more
 * cells than characters (`isSparse`). So the time for a text grows with its length.
 */
export function createAuthorParser(options: { readonly linkify?: boolean } = {}): Parser {
  const parser = new MarkdownIt({ ...options, html: false, maxNesting: TEXT_NESTING });
  parser.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) =>
      parseTable(state, startLine, endLine, true) &&
      !isSparse(state, startLine, endLine) &&
      parseTable(state, startLine, endLine, silent),
    { alt: ['paragraph', 'reference'] },
  );
  return parser;
}

/**
 * Whether a table has more cells than characters. The parser adds the cells that rows lack, so a
 * few characters per row could make thousands of cells.
 */
function isSparse(state: StateBlock, startLine: number, endLine: number): boolean {
  const start = state.bMarks[startLine] ?? 0;
  const header = state.src.slice(start, state.eMarks[startLine]);
  let end = startLine + 1;
  while (end < endLine && !state.isEmpty(end)) end += 1;
  const columns = header.split('|').length - 1;
  return columns * (end - startLine) > (state.eMarks[end - 1] ?? start) - start;
}
