import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Messages, SlavicMessages } from './messages';

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
  en: (): Promise<Messages> => import('./en'),
  ru: (): Promise<SlavicMessages> => import('./ru'),
  de: (): Promise<Messages> => import('./de'),
};

/** The language of the page, which the service chose. */
export function pageLocale(): Locale {
  return LOCALES.find((locale) => locale === document.documentElement.lang) ?? 'en';
}

/** Loads the messages of the page's language. */
export async function startI18n(): Promise<void> {
  const locale = pageLocale();
  const areas: Messages = await LOADERS[locale]();
  const translation: Record<string, string> = Object.assign({}, ...Object.values(areas));
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: { translation } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes texts itself.
    interpolation: { escapeValue: false },
  });
}
