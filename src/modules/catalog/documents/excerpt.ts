import type { Token } from 'markdown-it';
import { createAuthorParser } from '../../../platform/html/author-parser.js';
import { LIMITS } from '../../../registry/limits.js';

/** The part of a full excerpt, at its end, in which a space is looked for. */
const LAST_WORDS = 1 / 3;

/** The parser of mod pages, but without links from plain addresses. */
const parser = createAuthorParser();

/**
 * The start of a Markdown text as plain text without headings. It has at most
 * `LIMITS.summaryCharacters` code units. A longer text is cut, at a space if one is near, and ends
 * with an ellipsis.
 */
export function excerptOf(markdown: string): string {
  const plain = plainText(beginning(markdown, LIMITS.summaryCharacters * 8));
  if (plain.length <= LIMITS.summaryCharacters) return plain;
  const cut = beginning(plain, LIMITS.summaryCharacters - 1);
  // Chinese, Japanese and Thai have no spaces between words, but may quote words of other scripts.
  const end = cut.lastIndexOf(' ');
  return `${end > cut.length * (1 - LAST_WORDS) ? cut.slice(0, end) : cut}…`;
}

function plainText(markdown: string): string {
  const tokens = parser.parse(markdown, {});
  const texts = tokens.map((token, at) =>
    tokens[at - 1]?.type === 'heading_open' ? '' : blockText(token),
  );
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

function blockText(token: Token): string {
  switch (token.type) {
    case 'inline':
      return (token.children ?? []).map(inlineText).join('');
    case 'fence':
    case 'code_block':
      return token.content;
    case 'list_item_open':
      // Only the items of ordered lists have a number.
      return token.info === '' ? '-' : `${token.info}.`;
    default:
      return '';
  }
}

/** The alternative text of a picture is left out: it describes what the excerpt does not show. */
function inlineText({ type, content }: Token): string {
  if (type === 'softbreak' || type === 'hardbreak' || type === 'image') return ' ';
  return content;
}

/**
 * The first code units of a text. Half a character at the end is left out: PostgreSQL refuses it in
 * JSON.
 */
function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
