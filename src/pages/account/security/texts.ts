import type { Texts } from '../../kit/index.js';

/** What the pages of an account's security say. */
interface SecurityTexts {
  readonly title: string;
  readonly account: string;
  readonly username: string;
  readonly password: string;
  readonly changePassword: string;
  readonly changePasswordHow: string;
  readonly passwordChanged: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPasswordHint: string;
  readonly repeated: string;
  readonly wrongPassword: string;
  readonly notLong: string;
  readonly notSame: string;
  readonly factor: string;
  readonly factorOn: string;
  readonly factorOff: string;
  readonly factorSet: string;
  readonly setUp: string;
  readonly replace: string;
  readonly passwordFirst: string;
  readonly next: string;
  readonly scan: string;
  readonly qr: string;
  readonly secret: string;
  readonly address: string;
  readonly firstCode: string;
  readonly turnOn: string;
  readonly wrongCode: string;
  readonly back: string;
}

/** In every language. */
export const SECURITY_TEXTS: Texts<SecurityTexts> = {
  en: {
    title: 'Account security',
    account: 'Account',
    username: 'Username',
    password: 'Password',
    changePassword: 'Change password',
    changePasswordHow: 'Other browsers in which you are signed in have to sign in again.',
    passwordChanged: 'Your password is changed.',
    oldPassword: 'Current password',
    newPassword: 'New password',
    newPasswordHint:
      'At least 8 characters. A few random words are easy to remember and hard to guess.',
    repeated: 'New password, once more',
    wrongPassword: 'This is not your current password.',
    notLong: 'The new password needs 8 to 200 characters.',
    notSame: 'The two new passwords differ.',
    factor: 'Second factor',
    factorOn: 'On. You are asked for a code when you sign in, and before sensitive changes.',
    factorOff:
      'Off. With a second factor, nobody gets into your account by knowing your password alone.',
    factorSet: 'Your second factor is set up.',
    setUp: 'Set up a second factor',
    replace: 'Replace the second factor',
    passwordFirst: 'Enter your password first.',
    next: 'Continue',
    scan: 'Scan this code with an authenticator app, or type the secret into it.',
    qr: 'QR code with the address below',
    secret: 'Secret',
    address: 'Address',
    firstCode: 'Then enter the code that the app shows.',
    turnOn: 'Turn on',
    wrongCode: 'This code is not valid. Enter the one that is shown now.',
    back: 'Back to account security',
  },
  ru: {
    title: 'Безопасность аккаунта',
    account: 'Аккаунт',
    username: 'Имя пользователя',
    password: 'Пароль',
    changePassword: 'Сменить пароль',
    changePasswordHow: 'В других браузерах, где вы вошли, нужно будет войти снова.',
    passwordChanged: 'Пароль изменён.',
    oldPassword: 'Текущий пароль',
    newPassword: 'Новый пароль',
    newPasswordHint:
      'Не меньше 8 символов. Несколько случайных слов легко запомнить и трудно угадать.',
    repeated: 'Новый пароль ещё раз',
    wrongPassword: 'Это не ваш текущий пароль.',
    notLong: 'Новый пароль должен содержать от 8 до 200 символов.',
    notSame: 'Новые пароли не совпадают.',
    factor: 'Второй фактор',
    factorOn: 'Включён. Код запрашивается при входе и перед важными изменениями.',
    factorOff: 'Выключен. Со вторым фактором одного пароля мало, чтобы попасть в ваш аккаунт.',
    factorSet: 'Второй фактор настроен.',
    setUp: 'Настроить второй фактор',
    replace: 'Заменить второй фактор',
    passwordFirst: 'Сначала введите пароль.',
    next: 'Продолжить',
    scan: 'Отсканируйте этот код приложением-аутентификатором или введите в него секрет.',
    qr: 'QR-код с адресом ниже',
    secret: 'Секрет',
    address: 'Адрес',
    firstCode: 'Затем введите код, который показывает приложение.',
    turnOn: 'Включить',
    wrongCode: 'Этот код недействителен. Введите тот, что показан сейчас.',
    back: 'Назад к безопасности аккаунта',
  },
  de: {
    title: 'Sicherheit des Kontos',
    account: 'Konto',
    username: 'Benutzername',
    password: 'Passwort',
    changePassword: 'Passwort ändern',
    changePasswordHow: 'In anderen Browsern, in denen Sie angemeldet sind, endet die Anmeldung.',
    passwordChanged: 'Ihr Passwort ist geändert.',
    oldPassword: 'Jetziges Passwort',
    newPassword: 'Neues Passwort',
    newPasswordHint:
      'Mindestens 8 Zeichen. Ein paar zufällige Wörter sind leicht zu merken und schwer zu erraten.',
    repeated: 'Neues Passwort, noch einmal',
    wrongPassword: 'Das ist nicht Ihr jetziges Passwort.',
    notLong: 'Das neue Passwort braucht 8 bis 200 Zeichen.',
    notSame: 'Die beiden neuen Passwörter sind verschieden.',
    factor: 'Zweiter Faktor',
    factorOn:
      'Eingeschaltet. Beim Anmelden und vor heiklen Änderungen werden Sie nach einem Code gefragt.',
    factorOff:
      'Ausgeschaltet. Mit einem zweiten Faktor reicht Ihr Passwort allein nicht, um in Ihr Konto zu kommen.',
    factorSet: 'Ihr zweiter Faktor ist eingerichtet.',
    setUp: 'Zweiten Faktor einrichten',
    replace: 'Zweiten Faktor ersetzen',
    passwordFirst: 'Geben Sie zuerst Ihr Passwort ein.',
    next: 'Weiter',
    scan: 'Scannen Sie diesen Code mit einer Authenticator-App, oder tippen Sie das Geheimnis ein.',
    qr: 'QR-Code mit der Adresse darunter',
    secret: 'Geheimnis',
    address: 'Adresse',
    firstCode: 'Geben Sie dann den Code ein, den die App zeigt.',
    turnOn: 'Einschalten',
    wrongCode: 'Dieser Code gilt nicht. Geben Sie den ein, der gerade gezeigt wird.',
    back: 'Zurück zur Sicherheit des Kontos',
  },
};
