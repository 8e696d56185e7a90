import { LIMITS } from '../../../registry/limits.js';
import type { Texts } from '../../../request/scalars.js';

/** The start of each description as plain text, cut at a word boundary (Spec 2.2, `summary`). */
export function excerptsOf(descriptions: Texts): Texts {
  return Object.fromEntries(
    Object.entries(descriptions).map(([language, text]) => [language, excerpt(text)]),
  );
}

function excerpt(markdown: string): string {
  const plain = markdown
    .slice(0, LIMITS.summaryCharacters * 8)
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^#{1,6}\s.*$/gm, ' ')
    .replace(/[*_`>#~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= LIMITS.summaryCharacters) return plain;
  const cut = plain.slice(0, LIMITS.summaryCharacters - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`;
}
