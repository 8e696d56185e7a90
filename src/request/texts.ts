import { z } from 'zod';
import { LANGUAGE_PATTERN } from '../registry/languages.js';
import { LIMITS } from '../registry/limits.js';
import { hasUnseen } from './unseen.js';

/** Characters that reorder the displayed text: `exe.txt` for `txt.exe`. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

/** Returns whether a text has characters that change its reading order. */
export const hasReordering = (text: string): boolean => REORDERING.test(text);

/**
 * The name of a person or a key, which people compare by sight: one line
 * without bidirectional controls or other characters that have no shape.
 */
export function displayName(text: z.ZodString) {
  return text.refine((name) => !hasUnseen(name));
}

/** A language code, such as `pt-BR`. */
export const LANGUAGE = new RegExp(LANGUAGE_PATTERN);

/**
 * The schema of a text in several languages: an object with language codes as keys, and a limited
 * number of them.
 */
export function textsOf(text: z.ZodString) {
  return z
    .record(z.string().regex(LANGUAGE), text)
    .refine((map) => Object.keys(map).length <= LIMITS.languagesPerText);
}

/** Like `textsOf`, with at least one language. */
export function someTextsOf(text: z.ZodString) {
  return textsOf(text)
    .refine((map) => Object.keys(map).length > 0)
    .meta({ minProperties: 1 });
}
