import { LIMITS } from '../../../registry/limits.js';

/** The part of a full excerpt, at its end, in which a space is looked for. */
const LAST_WORDS = 1 / 3;

/** The start of a Markdown text as plain text, cut at a word boundary. */
export function excerptOf(markdown: string): string {
  const plain = plainText(beginning(markdown, LIMITS.summaryCharacters * 8));
  if (plain.length <= LIMITS.summaryCharacters) return plain;
  const cut = beginning(plain, LIMITS.summaryCharacters - 1);
  // Chinese, Japanese and Thai have no spaces between words, but may quote words of other scripts.
  const end = cut.lastIndexOf(' ');
  return `${end > cut.length * (1 - LAST_WORDS) ? cut.slice(0, end) : cut}…`;
}

/** The target of a link or a picture, which may have parentheses of its own. */
const TARGET = String.raw`\((?:[^()\n]|\([^()\n]*\))*\)`;

/** The marks of blocks and links, and what stays of them in plain text. */
const BLOCKS: readonly (readonly [RegExp, string])[] = [
  [/^[ \t]*(?:>[ \t]?)+/gm, ''],
  [/^([ \t]*)[*+](?=[ \t])/gm, '$1-'],
  [/^ {0,3}(?:`{3}|~{3}).*$/gm, ' '],
  [/^ {0,3}#{1,6}(?:[ \t].*)?$/gm, ' '],
  [/^[ \t]*[-=*_|:][-=*_|: \t]{2,}$/gm, ' '],
  [new RegExp(String.raw`!\[[^\]]*\]${TARGET}`, 'g'), ' '],
  [new RegExp(String.raw`\[([^\]]*)\]${TARGET}`, 'g'), '$1'],
  [/<((?:https?|mailto):[^\s<>]+)>/g, '$1'],
];

/**
 * The marks around words. A sign between letters or spaces is a sign: `my_mod`, `2 * 3`. A match
 * begins at the first of equal signs, so that a run of them takes linear time.
 */
const EMPHASIS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w\\*])\*+(?=\S)|(?<=\S)(?<![\\*])\*+(?![\w*])/g, ''],
  [/(?<![\p{L}\p{N}_\\])_+|(?<![\\_])_+(?![\p{L}\p{N}_])/gu, ''],
  [/~~/g, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

/** A span of code, whose content is no Markdown. */
const CODE = /(`+[^`]+`+)/;

/** A text without headings, pictures and the marks of Markdown. */
function plainText(markdown: string): string {
  return replaced(markdown, BLOCKS)
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part.replace(/`/g, '') : replaced(part, EMPHASIS)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function replaced(text: string, rules: typeof BLOCKS): string {
  return rules.reduce((left, [pattern, by]) => left.replace(pattern, by), text);
}

/**
 * The first code units of a text. Half a character at the end is left out: PostgreSQL refuses it in
 * JSON.
 */
function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
