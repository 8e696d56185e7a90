import type { LanguageMap } from '../api/graphql';
import { pageLocale } from '../i18n';

/** The text of a language map in the language of the page, or else in English or any other. */
export function textOf(texts: LanguageMap): string {
  return texts[pageLocale()] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}

/** A list of words for people, such as "a, b and c". */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(pageLocale()).format(words);
}
