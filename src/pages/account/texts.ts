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
  readonly passwordReset: string;
  readonly emailVerified: string;
  readonly forgot: string;
  readonly isNew: string;
  readonly signUp: string;
}

/** The texts by language. */
export const SIGN_IN_TEXTS: Texts<SignInTexts> = {
  en: {
    signIn: 'Sign in',
    login: 'Username or e-mail',
    password: 'Password',
    wrong: 'Wrong username, e-mail or password.',
    codeTitle: 'Second factor',
    code: 'Code',
    codeHint: 'The six digits that your authenticator app shows now.',
    wrongCode: 'This code is wrong or was already used. Enter the code that your app shows now.',
    confirm: 'Confirm',
    otherAccount: 'Sign in with another account',
    stepUpTitle: "Confirm that it's you",
    stepUpWhy: "This action needs your second factor. We won't ask again for 15 minutes.",
    noFactorTitle: 'Set up a second factor first',
    noFactorWhy:
      'This action needs a second factor: an app on your phone that shows a new code every 30 seconds. Setup takes a minute.',
    toSecurity: 'Set up a second factor',
    signedOut: 'You are signed out.',
    passwordReset: 'Your password was changed. Sign in with the new one.',
    emailVerified: 'Your e-mail address is verified. You can sign in now.',
    forgot: 'Forgot your password?',
    isNew: 'New here?',
    signUp: 'Create an account',
  },
  ru: {
    signIn: 'Вход',
    login: 'Имя пользователя или эл. почта',
    password: 'Пароль',
    wrong: 'Неверное имя пользователя, адрес эл. почты или пароль.',
    codeTitle: 'Второй фактор',
    code: 'Код',
    codeHint: 'Шесть цифр, которые сейчас показывает ваше приложение-аутентификатор.',
    wrongCode:
      'Код неверен или уже использован. Введите код, который приложение показывает сейчас.',
    confirm: 'Подтвердить',
    otherAccount: 'Войти под другим аккаунтом',
    stepUpTitle: 'Подтвердите, что это вы',
    stepUpWhy:
      'Для этого действия нужен второй фактор. В следующие 15 минут мы не будем спрашивать снова.',
    noFactorTitle: 'Сначала настройте второй фактор',
    noFactorWhy:
      'Для этого действия нужен второй фактор: приложение на телефоне, которое каждые 30 секунд показывает новый код. Настройка займёт минуту.',
    toSecurity: 'Настроить второй фактор',
    signedOut: 'Вы вышли из аккаунта.',
    passwordReset: 'Пароль изменён. Войдите с новым паролем.',
    emailVerified: 'Адрес эл. почты подтверждён. Теперь вы можете войти.',
    forgot: 'Забыли пароль?',
    isNew: 'Вы здесь впервые?',
    signUp: 'Создать аккаунт',
  },
  de: {
    signIn: 'Anmelden',
    login: 'Benutzername oder E-Mail',
    password: 'Passwort',
    wrong: 'Benutzername, E-Mail oder Passwort ist falsch.',
    codeTitle: 'Zweiter Faktor',
    code: 'Code',
    codeHint: 'Die sechs Ziffern, die Ihre Authenticator-App gerade zeigt.',
    wrongCode:
      'Dieser Code ist falsch oder wurde schon benutzt. Geben Sie den Code ein, den Ihre App gerade zeigt.',
    confirm: 'Bestätigen',
    otherAccount: 'Mit einem anderen Konto anmelden',
    stepUpTitle: 'Bestätigen Sie, dass Sie es sind',
    stepUpWhy:
      'Für diese Aktion ist Ihr zweiter Faktor nötig. Danach fragen wir 15 Minuten lang nicht mehr.',
    noFactorTitle: 'Richten Sie zuerst einen zweiten Faktor ein',
    noFactorWhy:
      'Für diese Aktion ist ein zweiter Faktor nötig: eine App auf Ihrem Telefon, die alle 30 Sekunden einen neuen Code zeigt. Das Einrichten dauert eine Minute.',
    toSecurity: 'Zweiten Faktor einrichten',
    signedOut: 'Sie sind abgemeldet.',
    passwordReset: 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
    emailVerified: 'Ihre E-Mail-Adresse ist bestätigt. Sie können sich jetzt anmelden.',
    forgot: 'Passwort vergessen?',
    isNew: 'Neu hier?',
    signUp: 'Konto erstellen',
  },
};
