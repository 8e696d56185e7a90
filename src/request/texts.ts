import { z } from 'zod';
import { LIMITS } from '../registry/limits.js';

/** The form of a language code, such as `pt-BR`. */
export const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** A text in some languages, by language code: no other keys, and only so many of them. */
export function textsOf(text: z.ZodString) {
  return z
    .record(z.string().regex(LANGUAGE), text)
    .refine((map) => Object.keys(map).length <= LIMITS.languagesPerText);
}

/** The same in at least one language. */
export function someTextsOf(text: z.ZodString) {
  return textsOf(text).refine((map) => Object.keys(map).length > 0);
}
