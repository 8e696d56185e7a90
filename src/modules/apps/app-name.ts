import type { FieldCode } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { hasUnseen } from '../../request/unseen.js';

/** What may be wrong with the name of an application. */
export type AppNameFault = Extract<
  FieldCode,
  'too_short' | 'too_long' | 'invalid_format' | 'not_allowed'
>;

/** What the service itself is called, which applications of others are not. */
const OWN_NAME = 'modport';
/** Control, direction, joining and private signs, and breaks of lines: none of them is seen. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A name as it is kept: in one spelling, without spaces around it or twice in a row. */
export function normalizedName(text: string): string {
  return text.normalize('NFC').replace(/ +/g, ' ').trim();
}

/**
 * What is wrong with the name of somebody's application, or null. People read it when they decide
 * whom to trust, so it
 * - has no signs that are not seen
 * - mixes no letters of two alphabets in one word, as a look-alike does
 * - does not pass for the service's own
 */
export function appNameFault(name: string): AppNameFault | null {
  if (name === '') return 'too_short';
  if (name.length > LIMITS.appNameCharacters) return 'too_long';
  if (UNSEEN.test(name) || hasUnseen(name)) return 'invalid_format';
  if (name.split(/[^\p{L}\p{M}]+/u).some(isMixed)) return 'not_allowed';
  return nameKey(name)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .includes(OWN_NAME)
    ? 'not_allowed'
    : null;
}

/** What two names have in common that people take for the same. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function isMixed(word: string): boolean {
  const scripts = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u];
  return scripts.filter((script) => script.test(word)).length > 1;
}
