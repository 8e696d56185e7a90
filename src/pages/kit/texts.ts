import type { Locale } from '../../registry/error-texts.js';

/** The texts of a page in every language; a missing one is a compile error. */
export type Texts<T extends object> = Readonly<Record<Locale, T>>;

/** The texts around every page, and on error pages. */
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
  /** Next to the language links of a page with a form. */
  readonly languageKeeps: string;
  readonly notFound: string;
  readonly notFoundHow: string;
  readonly toReference: string;
  readonly failed: string;
  readonly staleForm: string;
  readonly staleFormHow: string;
  readonly openAgain: string;
  readonly toStart: string;
  readonly requestId: string;
  /** Precedes a time span such as "in 5 minutes". */
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
    languageKeeps: 'The links open in a new tab, so that nothing is lost here.',
    notFound: 'Page not found',
    notFoundHow:
      'This page does not exist, or you do not have access to it. Check the address, or go on from here:',
    toReference: 'API reference',
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
    languageKeeps: 'Ссылки открываются в новой вкладке, чтобы здесь ничего не потерялось.',
    notFound: 'Страница не найдена',
    notFoundHow:
      'Такой страницы нет, или у вас нет к ней доступа. Проверьте адрес или продолжите отсюда:',
    toReference: 'Справочник API',
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
    languageKeeps: 'Die Links öffnen sich in einem neuen Tab, damit hier nichts verloren geht.',
    notFound: 'Seite nicht gefunden',
    notFoundHow:
      'Diese Seite gibt es nicht, oder Sie haben keinen Zugriff darauf. Prüfen Sie die Adresse, oder gehen Sie hier weiter:',
    toReference: 'API-Referenz',
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
