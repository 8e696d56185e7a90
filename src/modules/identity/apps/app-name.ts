import type { FieldCode } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { hasUnseen } from '../../../request/unseen.js';

/** The faults of an application name. */
export type AppNameFault = Extract<
  FieldCode,
  'too_short' | 'too_long' | 'invalid_format' | 'not_allowed'
>;

/** The name of this service. Applications may not use it. */
const OWN_NAME = 'modport';
/**
 * Invisible characters: control, direction, joining and private-use characters, and line breaks.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Returns the stored form of a name: NFC, without leading, trailing or repeated spaces. */
export function normalizedName(text: string): string {
  return text.normalize('NFC').replace(/ +/g, ' ').trim();
}

/**
 * Returns the fault of an application name, or null. Users decide by the name whom to trust, so it
 * - has no invisible characters
 * - mixes no letters of two alphabets in one word, as look-alike names do
 * - does not imitate the name of the service
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

/** A key that is equal for names that users would confuse. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function isMixed(word: string): boolean {
  const scripts = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u];
  return scripts.filter((script) => script.test(word)).length > 1;
}
