/** A language of the messages. */
export type Language = 'en' | 'de' | 'ru';

/** One value for each language. The compiler requires all of them. */
export type Texts<T = string> = Readonly<Record<Language, T>>;

/**
 * Checks that the texts of all languages have the same members. The type is that of the English
 * ones.
 */
export function texts<T>(all: {
  readonly en: T;
  readonly de: NoInfer<T>;
  readonly ru: NoInfer<T>;
}): Texts<T> {
  return all;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The language that the environment selects: `MODPORT_LANG`, `LC_ALL`, `LC_MESSAGES` or `LANG`, the
 * first that is set. English for all other languages.
 */
export function languageOf(env: Environment): Language {
  const name = env['MODPORT_LANG'] || env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  const language = name.toLowerCase().split(/[_.@-]/)[0];
  return language === 'de' || language === 'ru' ? language : 'en';
}
