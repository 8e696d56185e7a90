/** A language of the messages. */
export type Language = 'en' | 'de' | 'ru';

/** One value for each language. The compiler requires all of them. */
export type Texts<T = string> = Readonly<Record<Language, T>>;

/**
 * Returns its argument. The compiler checks that the German and the Russian value have the type of
 * the English one.
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
 * The language of the first variable that is set: `MODPORT_LANG`, `LC_ALL`, `LC_MESSAGES` or
 * `LANG`. English for any other language, and if none is set.
 */
export function languageOf(env: Environment): Language {
  const name = env['MODPORT_LANG'] || env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  const language = name.toLowerCase().split(/[_.@-]/)[0];
  return language === 'de' || language === 'ru' ? language : 'en';
}
