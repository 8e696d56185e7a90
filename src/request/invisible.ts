import { onceFor } from '../platform/concurrency.js';

/**
 * Emoji that Unicode recommends (RGI): joiners, selectors and tags stand only where they belong.
 */
const RGI = String.raw`\p{RGI_Emoji}`;
// Not a literal: the compiler's target is older than the flag v, which Node 20 has. Compiled on
// first use, because it has thousands of sequences.
const emoji = onceFor(() => new RegExp(RGI, 'gv'));

/**
 * Signs that kill the vowel of an Indic consonant; a joiner behind one selects a form of letters.
 */
const VIRAMA = '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2';
/** Arabic letters that do not join the next one; a non-joiner behind one changes nothing. */
const ENDING =
  '\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699' +
  '\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5';

/**
 * Invisible characters that change the letters beside them, in the scripts that need them (RFC 5892
 * A.1, A.2).
 */
const SHAPING = new RegExp(
  [
    String.raw`(?<=(?![${ENDING}])(?=\p{L})\p{sc=Arab}\p{M}{0,8})\u200c(?=\p{sc=Arab})`,
    String.raw`(?<=[${VIRAMA}])\u200c(?=\p{L})`,
    String.raw`(?<=[${VIRAMA}])\u200d`,
    // The Bengali and the Kannada ra.
    String.raw`(?<=[\u09b0\u0cb0])\u200d(?=[${VIRAMA}])`,
    // The selectors themselves are Mongolian too, so only one counts behind a letter.
    String.raw`(?<=(?=\p{L})\p{sc=Mong})[\u180b-\u180d\u180f]`,
  ].join('|'),
  'gu',
);

/**
 * Characters without a shape: those that programs leave out of a text, controls, and an empty
 * Braille cell.
 */
const UNSEEN = /[\p{DI}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u2800]/u;

/**
 * Whether a name has invisible characters that change nothing of what people see. Two names that
 * look the same would differ by one. Emoji and scripts keep the joiners and selectors that they
 * need.
 */
export function hasInvisible(name: string): boolean {
  return UNSEEN.test(name.replaceAll(emoji(), ' ').replaceAll(SHAPING, ''));
}
