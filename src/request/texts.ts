import { z } from 'zod';
import { LANGUAGE_PATTERN } from '../registry/languages.js';
import { LIMITS } from '../registry/limits.js';

/** Characters that show the text behind them in another order: `exe.txt` for `txt.exe`. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

/** Whether a text has characters that change the order in which it is read. */
export const hasReordering = (text: string): boolean => REORDERING.test(text);

/**
 * Invisible characters: all of format (direction, joining, soft hyphens, tags) and some letters
 * without a shape. Joiners stay allowed between others, as Persian words and many emoji have them.
 */
const UNSEEN = /(?!\u200c|\u200d)\p{Cf}|\u034f|[\p{Cc}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;
/** Joiners that join nothing. */
const LOOSE_JOINER = /(?:^|\s|\u200c|\u200d)(?:\u200c|\u200d)|(?:\u200c|\u200d)(?:$|\s)/u;

/** Whether a name has invisible characters. */
export const hasUnseen = (name: string): boolean => UNSEEN.test(name) || LOOSE_JOINER.test(name);

/**
 * The name of a person or a key, which people compare by sight: one line
 * without bidirectional or other invisible controls.
 */
export function displayName(text: z.ZodString) {
  return text.refine((name) => !hasUnseen(name));
}

/** The form of a language code, such as `pt-BR`. */
export const LANGUAGE = new RegExp(LANGUAGE_PATTERN);

/** A text in some languages, by language code: no other keys, and only so many of them. */
export function textsOf(text: z.ZodString) {
  return z
    .record(z.string().regex(LANGUAGE), text)
    .refine((map) => Object.keys(map).length <= LIMITS.languagesPerText);
}

/** The same in at least one language. */
export function someTextsOf(text: z.ZodString) {
  return textsOf(text)
    .refine((map) => Object.keys(map).length > 0)
    .meta({ minProperties: 1 });
}
