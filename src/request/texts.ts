import { z } from 'zod';
import { LANGUAGE_PATTERN } from '../registry/languages.js';
import { LIMITS } from '../registry/limits.js';
import { hasUnseen } from './unseen.js';

/** Characters that show the text behind them in another order: `exe.txt` for `txt.exe`. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

/** Whether a text has characters that change the order in which it is read. */
export const hasReordering = (text: string): boolean => REORDERING.test(text);

/**
 * The name of a person or a key, which people compare by sight: one line
 * without bidirectional controls or other characters that have no shape.
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
