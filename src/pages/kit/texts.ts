import type { Locale } from '../../registry/error-texts.js';

/** The texts of a page in every language; one that is missing does not compile. */
export type Texts<T extends object> = Readonly<Record<Locale, T>>;

/** What stands around every page, and on the pages that say what went wrong. */
interface KitTexts {
  readonly skip: string;
  readonly account: string;
  readonly signedInAs: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly language: string;
  readonly settings: string;
  readonly security: string;
  readonly grants: string;
  readonly applications: string;
  readonly accountKey: string;
  readonly reviews: string;
  readonly failed: string;
  readonly staleForm: string;
  readonly staleFormHow: string;
  readonly openAgain: string;
  readonly toStart: string;
  readonly requestId: string;
  /** Before a span such as "in 5 minutes". */
  readonly tooMany: string;
  readonly continuing: string;
  readonly goOn: string;
}

/** The names of the languages, each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  ru: 'Русский',
  de: 'Deutsch',
};

/** The kit's own texts. */
export const KIT_TEXTS: Texts<KitTexts> = {
  en: {
    skip: 'Skip to the content',
    account: 'Account',
    signedInAs: 'Signed in as',
    signIn: 'Sign in',
    signOut: 'Sign out',
    language: 'Language',
    settings: 'Settings',
    security: 'Security',
    grants: 'Applications with access',
    applications: 'Your applications',
    accountKey: 'Account key',
    reviews: 'Reviews',
    failed: 'This did not work',
    staleForm: 'This form is too old',
    staleFormHow: 'Nothing was changed. Open the page again and send the form once more.',
    openAgain: 'Open the page again',
    toStart: 'To the start page',
    requestId: 'Request',
    tooMany: 'Too many attempts. Try again',
    continuing: 'One moment',
    goOn: 'Continue',
  },
  ru: {
    skip: 'Перейти к содержанию',
    account: 'Аккаунт',
    signedInAs: 'Вы вошли как',
    signIn: 'Войти',
    signOut: 'Выйти',
    language: 'Язык',
    settings: 'Настройки',
    security: 'Безопасность',
    grants: 'Приложения с доступом',
    applications: 'Ваши приложения',
    accountKey: 'Ключ аккаунта',
    reviews: 'Проверки',
    failed: 'Не получилось',
    staleForm: 'Эта форма устарела',
    staleFormHow: 'Ничего не изменено. Откройте страницу заново и отправьте форму ещё раз.',
    openAgain: 'Открыть страницу заново',
    toStart: 'На главную',
    requestId: 'Запрос',
    tooMany: 'Слишком много попыток. Попробуйте снова',
    continuing: 'Один момент',
    goOn: 'Продолжить',
  },
  de: {
    skip: 'Zum Inhalt springen',
    account: 'Konto',
    signedInAs: 'Angemeldet als',
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    language: 'Sprache',
    settings: 'Einstellungen',
    security: 'Sicherheit',
    grants: 'Anwendungen mit Zugriff',
    applications: 'Ihre Anwendungen',
    accountKey: 'Kontoschlüssel',
    reviews: 'Prüfungen',
    failed: 'Das hat nicht geklappt',
    staleForm: 'Dieses Formular ist zu alt',
    staleFormHow:
      'Es wurde nichts geändert. Öffnen Sie die Seite neu und senden Sie das Formular noch einmal.',
    openAgain: 'Seite neu öffnen',
    toStart: 'Zur Startseite',
    requestId: 'Anfrage',
    tooMany: 'Zu viele Versuche. Versuchen Sie es wieder',
    continuing: 'Einen Moment',
    goOn: 'Weiter',
  },
};
