import { z } from 'zod';
import { LOCALES, type Locale } from '../registry/error-texts.js';
import { LIMITS } from '../registry/limits.js';
import { LANGUAGE_PATTERN } from '../registry/patterns.js';
import { hasInvisible } from './invisible.js';

/**
 * The schema of a name that people compare by sight, such as that of a person, a key, a mod or a
 * version: one line without invisible characters (`hasInvisible`). `text` sets its length.
 */
export function displayName(text: z.ZodString) {
  return text.refine((name) => !hasInvisible(name));
}

/**
 * Returns whether a URL shows its host as it is: without a user name before it, without invisible
 * characters, and without slashes that a browser ignores, as in `https:///host`.
 */
export function showsHost(url: string): boolean {
  if (!/^https?:\/\/[^\s/\\]/i.test(url) || hasInvisible(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** A language code, such as `pt-BR`. */
export const LANGUAGE = new RegExp(LANGUAGE_PATTERN);

/**
 * The schema of a text in several languages: an object from language code to text, with at most
 * `LIMITS.languagesPerText` languages, or none. `text` is the schema of each text.
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

/** The maximum number of language tags that the service reads. */
const TAGS_MAX = 32;

/**
 * The first supported language of a `ui_locales` parameter (OpenID Connect Core 3.1.2.1), which
 * lists BCP 47 tags by preference. Region subtags are ignored: `de-AT` is German. Null if no
 * language is supported.
 */
export function uiLocaleOf(text: unknown): Locale | null {
  if (typeof text !== 'string') return null;
  for (const tag of text.split(' ', TAGS_MAX)) {
    const [language] = tag.toLowerCase().split('-', 1);
    const found = LOCALES.find((locale) => locale === language);
    if (found) return found;
  }
  return null;
}
