import type { Texts } from '../../kit/index.js';

/** The texts of the pages for account security. */
interface SecurityTexts {
  readonly title: string;
  readonly lead: string;
  readonly password: string;
  readonly passwordWhen: string;
  readonly changePassword: string;
  readonly changePasswordHow: string;
  readonly endLegend: string;
  readonly endSessions: string;
  readonly endTokens: string;
  readonly endTokensHint: string;
  readonly endApplications: string;
  readonly endApplicationsHint: string;
  readonly passwordChanged: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPasswordHint: string;
  readonly repeated: string;
  readonly wrongPassword: string;
  readonly notLong: string;
  readonly notSame: string;
  readonly factor: string;
  readonly on: string;
  readonly off: string;
  readonly factorOn: string;
  readonly factorOff: string;
  readonly factorSet: string;
  readonly setUp: string;
  readonly replace: string;
  readonly byOperator: string;
  readonly passwordFirst: string;
  readonly next: string;
  readonly scanTitle: string;
  readonly scan: string;
  readonly qr: string;
  readonly secret: string;
  readonly address: string;
  readonly firstCodeTitle: string;
  readonly firstCode: string;
  readonly turnOn: string;
  readonly wrongCode: string;
  readonly others: string;
  readonly othersWhat: string;
  readonly signOutOthers: string;
  readonly othersSignedOut: string;
  readonly back: string;
}

/** The texts by language. */
export const SECURITY_TEXTS: Texts<SecurityTexts> = {
  en: {
    title: 'Account security',
    lead: 'How you prove that it is you who signs in.',
    password: 'Password',
    passwordWhen: 'Choose a new one if somebody else might know it.',
    changePassword: 'Change password',
    changePasswordHow: 'Keep everything checked if somebody else might know your old password.',
    endLegend: 'Also end this access',
    endSessions: 'Sign out all other browsers',
    endTokens: 'Revoke personal tokens and API keys',
    endTokensHint:
      'Your account key and the webhooks of these keys end too. Programs that use them need new ones.',
    endApplications: 'Remove the access of applications',
    endApplicationsHint: 'You can allow each application again when it asks.',
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
    on: 'On',
    off: 'Off',
    factorOn: 'You are asked for a code when you sign in, and before sensitive changes.',
    factorOff:
      'With a second factor, nobody gets into your account by knowing your password alone.',
    factorSet: 'Your second factor is set up.',
    setUp: 'Set up a second factor',
    replace: 'Replace the second factor',
    byOperator:
      'Your account has staff rights, so only an operator of this service sets up your first second factor. Ask one of them. After that you can replace it here.',
    passwordFirst: 'Enter your password first.',
    next: 'Continue',
    scanTitle: '1. Add it to your app',
    scan: 'Scan this code with an authenticator app, or type the secret into it.',
    qr: 'QR code with the address below',
    secret: 'Secret',
    address: 'Address',
    firstCodeTitle: '2. Enter its first code',
    firstCode: 'Only with it the second factor is turned on.',
    turnOn: 'Turn on',
    wrongCode: 'This code is not valid. Enter the one that is shown now.',
    others: 'Other browsers',
    othersWhat: 'Wherever else you are signed in, you have to sign in again.',
    signOutOthers: 'Sign out everywhere else',
    othersSignedOut: 'You are signed out of all other browsers.',
    back: 'Back to account security',
  },
  ru: {
    title: 'Безопасность аккаунта',
    lead: 'Как вы подтверждаете, что входите именно вы.',
    password: 'Пароль',
    passwordWhen: 'Выберите новый, если его мог узнать кто-то ещё.',
    changePassword: 'Сменить пароль',
    changePasswordHow: 'Оставьте всё отмеченным, если старый пароль мог узнать кто-то ещё.',
    endLegend: 'Закрыть также этот доступ',
    endSessions: 'Выйти во всех других браузерах',
    endTokens: 'Отозвать личные токены и API-ключи',
    endTokensHint:
      'Ключ аккаунта и вебхуки этих ключей тоже перестанут работать. Программам понадобятся новые ключи.',
    endApplications: 'Закрыть доступ приложениям',
    endApplicationsHint: 'Вы сможете снова разрешить доступ, когда приложение его запросит.',
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
    on: 'Включён',
    off: 'Выключен',
    factorOn: 'Код запрашивается при входе и перед важными изменениями.',
    factorOff: 'Со вторым фактором одного пароля мало, чтобы попасть в ваш аккаунт.',
    factorSet: 'Второй фактор настроен.',
    setUp: 'Настроить второй фактор',
    replace: 'Заменить второй фактор',
    byOperator:
      'У вашего аккаунта есть права сотрудника, поэтому первый второй фактор настраивает только оператор сервиса. Обратитесь к оператору. Потом вы сможете заменить его здесь.',
    passwordFirst: 'Сначала введите пароль.',
    next: 'Продолжить',
    scanTitle: '1. Добавьте его в приложение',
    scan: 'Отсканируйте этот код приложением-аутентификатором или введите в него секрет.',
    qr: 'QR-код с адресом ниже',
    secret: 'Секрет',
    address: 'Адрес',
    firstCodeTitle: '2. Введите его первый код',
    firstCode: 'Только после этого второй фактор будет включён.',
    turnOn: 'Включить',
    wrongCode: 'Этот код недействителен. Введите тот, что показан сейчас.',
    others: 'Другие браузеры',
    othersWhat: 'Везде, где вы ещё вошли, нужно будет войти снова.',
    signOutOthers: 'Выйти во всех других браузерах',
    othersSignedOut: 'Вы вышли во всех других браузерах.',
    back: 'Назад к безопасности аккаунта',
  },
  de: {
    title: 'Sicherheit des Kontos',
    lead: 'Wie Sie beweisen, dass Sie es sind, der sich anmeldet.',
    password: 'Passwort',
    passwordWhen: 'Wählen Sie ein neues, wenn es jemand anders kennen könnte.',
    changePassword: 'Passwort ändern',
    changePasswordHow:
      'Lassen Sie alles angekreuzt, wenn jemand anders Ihr altes Passwort kennen könnte.',
    endLegend: 'Auch diesen Zugriff beenden',
    endSessions: 'In allen anderen Browsern abmelden',
    endTokens: 'Persönliche Token und API-Schlüssel widerrufen',
    endTokensHint:
      'Auch Ihr Kontoschlüssel und die Webhooks dieser Schlüssel enden. Programme brauchen dann neue Schlüssel.',
    endApplications: 'Anwendungen den Zugriff entziehen',
    endApplicationsHint: 'Sie können jede Anwendung wieder zulassen, wenn sie danach fragt.',
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
    on: 'Ein',
    off: 'Aus',
    factorOn: 'Beim Anmelden und vor heiklen Änderungen werden Sie nach einem Code gefragt.',
    factorOff:
      'Mit einem zweiten Faktor reicht Ihr Passwort allein nicht, um in Ihr Konto zu kommen.',
    factorSet: 'Ihr zweiter Faktor ist eingerichtet.',
    setUp: 'Zweiten Faktor einrichten',
    replace: 'Zweiten Faktor ersetzen',
    byOperator:
      'Ihr Konto hat Rechte des Teams, das den Dienst betreut. Deshalb richtet nur ein Betreiber Ihren ersten zweiten Faktor ein. Bitten Sie einen Betreiber darum. Danach können Sie ihn hier ersetzen.',
    passwordFirst: 'Geben Sie zuerst Ihr Passwort ein.',
    next: 'Weiter',
    scanTitle: '1. In Ihre App aufnehmen',
    scan: 'Scannen Sie diesen Code mit einer Authenticator-App, oder tippen Sie das Geheimnis ein.',
    qr: 'QR-Code mit der Adresse darunter',
    secret: 'Geheimnis',
    address: 'Adresse',
    firstCodeTitle: '2. Den ersten Code eingeben',
    firstCode: 'Erst damit wird der zweite Faktor eingeschaltet.',
    turnOn: 'Einschalten',
    wrongCode: 'Dieser Code gilt nicht. Geben Sie den ein, der gerade gezeigt wird.',
    others: 'Andere Browser',
    othersWhat: 'Wo Sie sonst noch angemeldet sind, müssen Sie sich neu anmelden.',
    signOutOthers: 'Überall sonst abmelden',
    othersSignedOut: 'Sie sind in allen anderen Browsern abgemeldet.',
    back: 'Zurück zur Sicherheit des Kontos',
  },
};
