import type { Texts } from '../kit/index.js';

/** The texts of the sign-in pages. */
interface SignInTexts {
  readonly signIn: string;
  readonly login: string;
  readonly password: string;
  /** The same for an unknown account, an account without a password, and a wrong password. */
  readonly wrong: string;
  readonly codeTitle: string;
  readonly code: string;
  readonly codeHint: string;
  readonly wrongCode: string;
  readonly confirm: string;
  readonly otherAccount: string;
  readonly stepUpTitle: string;
  readonly stepUpWhy: string;
  readonly noFactorTitle: string;
  readonly noFactorWhy: string;
  readonly toSecurity: string;
  readonly signedOut: string;
}

/** The texts by language. */
export const SIGN_IN_TEXTS: Texts<SignInTexts> = {
  en: {
    signIn: 'Sign in',
    login: 'Username or e-mail',
    password: 'Password',
    wrong: 'Username and password do not match.',
    codeTitle: 'Second factor',
    code: 'Code',
    codeHint: 'The six digits that your authenticator app shows now.',
    wrongCode: 'This code is not valid, or was used already. Enter the one that is shown now.',
    confirm: 'Confirm',
    otherAccount: 'Sign in with another account',
    stepUpTitle: 'Confirm that it is you',
    stepUpWhy: 'What you are about to do needs your second factor. It is then good for 15 minutes.',
    noFactorTitle: 'A second factor is needed',
    noFactorWhy:
      'What you are about to do is only possible with a second factor: an app on your phone that shows a new code every 30 seconds. Setting it up takes a minute.',
    toSecurity: 'Set up a second factor',
    signedOut: 'You are signed out.',
  },
  ru: {
    signIn: 'Вход',
    login: 'Имя пользователя или эл. почта',
    password: 'Пароль',
    wrong: 'Имя пользователя и пароль не подходят друг к другу.',
    codeTitle: 'Второй фактор',
    code: 'Код',
    codeHint: 'Шесть цифр, которые сейчас показывает ваше приложение-аутентификатор.',
    wrongCode: 'Этот код недействителен или уже использован. Введите тот, что показан сейчас.',
    confirm: 'Подтвердить',
    otherAccount: 'Войти под другим аккаунтом',
    stepUpTitle: 'Подтвердите, что это вы',
    stepUpWhy: 'Для этого действия нужен второй фактор. Подтверждение действует 15 минут.',
    noFactorTitle: 'Нужен второй фактор',
    noFactorWhy:
      'Это действие возможно только со вторым фактором: приложением на телефоне, которое каждые 30 секунд показывает новый код. Настройка займёт минуту.',
    toSecurity: 'Настроить второй фактор',
    signedOut: 'Вы вышли.',
  },
  de: {
    signIn: 'Anmelden',
    login: 'Benutzername oder E-Mail',
    password: 'Passwort',
    wrong: 'Benutzername und Passwort passen nicht zusammen.',
    codeTitle: 'Zweiter Faktor',
    code: 'Code',
    codeHint: 'Die sechs Ziffern, die Ihre Authenticator-App gerade zeigt.',
    wrongCode:
      'Dieser Code gilt nicht oder wurde schon benutzt. Geben Sie den ein, der gerade gezeigt wird.',
    confirm: 'Bestätigen',
    otherAccount: 'Mit einem anderen Konto anmelden',
    stepUpTitle: 'Bestätigen Sie, dass Sie es sind',
    stepUpWhy: 'Dafür ist Ihr zweiter Faktor nötig. Er gilt dann 15 Minuten lang.',
    noFactorTitle: 'Ein zweiter Faktor ist nötig',
    noFactorWhy:
      'Das geht nur mit einem zweiten Faktor: einer App auf Ihrem Telefon, die alle 30 Sekunden einen neuen Code zeigt. Das Einrichten dauert eine Minute.',
    toSecurity: 'Zweiten Faktor einrichten',
    signedOut: 'Sie sind abgemeldet.',
  },
};
