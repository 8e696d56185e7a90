import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Messages } from './messages';

/** The languages of the dashboard. */
export const LOCALES = ['en', 'ru', 'de'] as const;

/** One of the languages. */
export type Locale = (typeof LOCALES)[number];

/** The names of the languages, each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  ru: 'Русский',
  de: 'Deutsch',
};

const LOADERS = {
  en: async (): Promise<Messages> => (await import('./en')).en,
  ru: async (): Promise<Messages> => (await import('./ru')).ru,
  de: async (): Promise<Messages> => (await import('./de')).de,
};

/** The language of the page, which the service chose. */
export function pageLocale(): Locale {
  return LOCALES.find((locale) => locale === document.documentElement.lang) ?? 'en';
}

/** Loads the messages of the page's language. */
export async function startI18n(): Promise<void> {
  const locale = pageLocale();
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: { translation: await LOADERS[locale]() } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes texts itself.
    interpolation: { escapeValue: false },
  });
}
