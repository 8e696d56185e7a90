import { LOCALES, type Locale } from '../registry/error-texts.js';

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
