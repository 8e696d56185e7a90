import { DELETED_NAME } from '../../registry/deleted-user.js';
import type { Locale } from '../../registry/error-texts.js';

/** The texts of a page in every language; a missing one is a compile error. */
export type Texts<T extends object> = Readonly<Record<Locale, T>>;

/** The texts around every page, and on error pages. */
interface KitTexts {
  readonly account: string;
  readonly signedInAs: string;
  readonly signIn: string;
  readonly signUp: string;
  readonly signOut: string;
  readonly language: string;
  readonly settings: string;
  readonly profile: string;
  readonly security: string;
  readonly sessions: string;
  readonly appGrants: string;
  readonly applications: string;
  readonly keys: string;
  readonly publishers: string;
  readonly accountKey: string;
  readonly export: string;
  readonly deletion: string;
  readonly reviews: string;
  /** Next to the language links of a page with a form. */
  readonly languageKeeps: string;
  readonly notFound: string;
  readonly notFoundHow: string;
  readonly gone: string;
  readonly goneHow: string;
  readonly toMods: string;
  readonly toApiReference: string;
  readonly failed: string;
  readonly staleForm: string;
  readonly staleFormHow: string;
  readonly openAgain: string;
  readonly signedOut: string;
  readonly signedOutHow: string;
  /** Above the texts of a form that was not executed. */
  readonly copyFirst: string;
  /** In place of the name of a deleted user. */
  readonly deletedUser: string;
  readonly toStart: string;
  readonly requestId: string;
  /** Precedes a time span such as "in 5 minutes". */
  readonly tooMany: string;
  /** The title of the page for too many requests. */
  readonly busy: string;
  /** Precedes a time span such as "in 5 seconds". */
  readonly tryAgain: string;
  readonly continuing: string;
  readonly goOn: string;
  readonly stepUp: string;
  readonly stepUpHow: string;
}

/** The kit's own texts. */
export const KIT_TEXTS: Texts<KitTexts> = {
  en: {
    account: 'Account',
    signedInAs: 'Signed in as',
    signIn: 'Sign in',
    signUp: 'Create account',
    signOut: 'Sign out',
    language: 'Language',
    settings: 'Settings',
    profile: 'Profile',
    security: 'Security',
    sessions: 'Browsers',
    appGrants: 'Applications with access',
    applications: 'Your applications',
    keys: 'Keys',
    publishers: 'Trusted publishers',
    accountKey: 'Account key',
    export: 'Your data',
    deletion: 'Delete account',
    reviews: 'Reviews',
    languageKeeps: 'The links open in a new tab. What you entered here stays.',
    notFound: 'Page not found',
    notFoundHow:
      "It doesn't exist, or you don't have access to it. Check the address, or continue here:",
    gone: 'Removed for good',
    goneHow: 'It was here once, but it was removed and will not come back.',
    toMods: 'All mods',
    toApiReference: 'API reference',
    failed: 'Something went wrong',
    staleForm: 'This form has expired',
    staleFormHow: 'Nothing was changed. Open the page again and send the form again.',
    openAgain: 'Open the page again',
    signedOut: 'You are signed out',
    signedOutHow: 'Nothing was changed. Sign in and send the form again.',
    copyFirst: 'Copy your text before you go on. The next page does not have it.',
    deletedUser: DELETED_NAME,
    toStart: 'Go to the start page',
    requestId: 'Request ID',
    tooMany: 'Too many attempts. Try again',
    busy: 'Too many requests',
    tryAgain: 'Try again',
    continuing: 'One moment',
    goOn: 'Continue',
    stepUp: 'Nothing was changed yet. Confirm your second factor first.',
    stepUpHow: 'Confirm it in a new tab, then send this form again',
  },
  ru: {
    account: 'Аккаунт',
    signedInAs: 'Вы вошли как',
    signIn: 'Войти',
    signUp: 'Создать аккаунт',
    signOut: 'Выйти',
    language: 'Язык',
    settings: 'Настройки',
    profile: 'Профиль',
    security: 'Безопасность',
    sessions: 'Браузеры',
    appGrants: 'Приложения с доступом',
    applications: 'Ваши приложения',
    keys: 'Ключи',
    publishers: 'Доверенные издатели',
    accountKey: 'Ключ аккаунта',
    export: 'Ваши данные',
    deletion: 'Удалить аккаунт',
    reviews: 'Проверки',
    languageKeeps: 'Ссылки открываются в новой вкладке. Введённое здесь сохранится.',
    notFound: 'Страница не найдена',
    notFoundHow:
      'Её не существует, или у вас нет к ней доступа. Проверьте адрес или перейдите сюда:',
    gone: 'Удалено навсегда',
    goneHow: 'Раньше это здесь было, но теперь удалено и больше не появится.',
    toMods: 'Все моды',
    toApiReference: 'Справочник API',
    failed: 'Что-то пошло не так',
    staleForm: 'Срок действия формы истёк',
    staleFormHow: 'Ничего не изменено. Откройте страницу заново и отправьте форму ещё раз.',
    openAgain: 'Открыть страницу заново',
    signedOut: 'Вы вышли из аккаунта',
    signedOutHow: 'Ничего не изменено. Войдите и отправьте форму ещё раз.',
    copyFirst: 'Сначала скопируйте свой текст: на следующей странице его не будет.',
    deletedUser: 'Удалённый пользователь',
    toStart: 'На главную',
    requestId: 'ID запроса',
    tooMany: 'Слишком много попыток. Попробуйте снова',
    busy: 'Слишком много запросов',
    tryAgain: 'Попробуйте снова',
    continuing: 'Один момент',
    goOn: 'Продолжить',
    stepUp: 'Пока ничего не изменено. Сначала подтвердите второй фактор.',
    stepUpHow: 'Подтвердите его в новой вкладке и отправьте эту форму ещё раз',
  },
  de: {
    account: 'Konto',
    signedInAs: 'Angemeldet als',
    signIn: 'Anmelden',
    signUp: 'Konto erstellen',
    signOut: 'Abmelden',
    language: 'Sprache',
    settings: 'Einstellungen',
    profile: 'Profil',
    security: 'Sicherheit',
    sessions: 'Browser',
    appGrants: 'Anwendungen mit Zugriff',
    applications: 'Ihre Anwendungen',
    keys: 'Schlüssel',
    publishers: 'Vertrauenswürdige Herausgeber',
    accountKey: 'Kontoschlüssel',
    export: 'Ihre Daten',
    deletion: 'Konto löschen',
    reviews: 'Prüfungen',
    languageKeeps: 'Die Links öffnen sich in einem neuen Tab. Ihre Eingaben hier bleiben erhalten.',
    notFound: 'Seite nicht gefunden',
    notFoundHow:
      'Es gibt sie nicht, oder Sie haben keinen Zugriff darauf. Prüfen Sie die Adresse, oder machen Sie hier weiter:',
    gone: 'Endgültig entfernt',
    goneHow: 'Das gab es hier einmal, aber es wurde entfernt und kommt nicht wieder.',
    toMods: 'Alle Mods',
    toApiReference: 'API-Referenz',
    failed: 'Etwas ist schiefgelaufen',
    staleForm: 'Dieses Formular ist abgelaufen',
    staleFormHow:
      'Es wurde nichts geändert. Öffnen Sie die Seite neu und senden Sie das Formular noch einmal.',
    openAgain: 'Seite neu öffnen',
    signedOut: 'Sie sind abgemeldet',
    signedOutHow:
      'Es wurde nichts geändert. Melden Sie sich an und senden Sie das Formular noch einmal.',
    copyFirst: 'Kopieren Sie zuerst Ihren Text. Auf der nächsten Seite ist er nicht mehr da.',
    deletedUser: 'Gelöschtes Konto',
    toStart: 'Zur Startseite',
    requestId: 'Anfrage-ID',
    tooMany: 'Zu viele Versuche. Versuchen Sie es erneut',
    busy: 'Zu viele Anfragen',
    tryAgain: 'Versuchen Sie es erneut',
    continuing: 'Einen Moment',
    goOn: 'Weiter',
    stepUp: 'Noch wurde nichts geändert. Bestätigen Sie zuerst Ihren zweiten Faktor.',
    stepUpHow: 'In einem neuen Tab bestätigen, dann dieses Formular noch einmal senden',
  },
};
