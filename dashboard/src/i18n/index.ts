import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type * as english from './en';
import type { InLanguage, InSlavic } from './in-language';

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

type Areas = typeof english;

/** The messages of one language, by area. A missing area is a compile error. */
type Messages = { readonly [Area in keyof Areas]: InLanguage<Areas[Area]> };

/** The messages of a language with four plural forms, by area. */
type SlavicMessages = { readonly [Area in keyof Areas]: InSlavic<Areas[Area]> };

/** Functions over the areas. Their inferred common parameter is the intersection of all areas. */
type Functions = { readonly [Area in keyof Areas]: (messages: Areas[Area]) => void };

/** The messages of all areas in one object, from which a view takes a message by its key. */
type AllMessages = Functions[keyof Areas] extends (messages: infer All) => void ? All : never;

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: AllMessages };
  }
}

const LOADERS = {
  en: (): Promise<Messages> => import('./en'),
  ru: (): Promise<SlavicMessages> => import('./ru'),
  de: (): Promise<Messages> => import('./de'),
};

/** Returns the language of the page, which the service chose; English for an unknown one. */
export function pageLocale(): Locale {
  return LOCALES.find((locale) => locale === document.documentElement.lang) ?? 'en';
}

/**
 * Loads the messages of the page's language for React. Await it before rendering. Rejects if the
 * browser cannot load their file.
 */
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
