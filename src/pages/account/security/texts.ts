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
  readonly endSessionsHint: string;
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
  readonly sessions: string;
  readonly sessionsLead: string;
  readonly thisBrowser: string;
  readonly unknownBrowser: string;
  readonly signedInAt: string;
  readonly lastUsedAt: string;
  readonly signOutHere: string;
  readonly browserSignedOut: string;
  readonly allSessions: string;
  readonly back: string;
}

/** The texts by language. */
export const SECURITY_TEXTS: Texts<SecurityTexts> = {
  en: {
    title: 'Account security',
    lead: 'Manage your password, your e-mail address, your second factor and the browsers where you are signed in.',
    password: 'Password',
    passwordWhen: 'Change it if someone else might know it.',
    changePassword: 'Change password',
    changePasswordHow: 'Keep all boxes checked if someone else might know your old password.',
    endLegend: 'Also end this access',
    endSessions: 'Sign out all other browsers',
    endSessionsHint:
      'Webhooks that were created or changed in a browser are disabled. You can enable them again. Trusted publishers that you added in a browser are removed from your mods. Add back the ones that you still need.',
    endTokens: 'Revoke personal tokens and API keys',
    endTokensHint:
      'Your account key and the webhooks of these keys stop working too. Trusted publishers that were added with them are removed, and CI workflows that are running lose their access. Programs that use these keys need new ones.',
    endApplications: 'Remove the access of applications',
    endApplicationsHint:
      'Their webhooks are disabled, and trusted publishers that they added are removed. You can allow an application again when it asks.',
    passwordChanged: 'Your password was changed.',
    oldPassword: 'Current password',
    newPassword: 'New password',
    newPasswordHint:
      'At least 8 characters. A few random words are easy to remember and hard to guess.',
    repeated: 'Repeat the new password',
    wrongPassword: 'This is not your current password.',
    notSame: "The new passwords don't match.",
    factor: 'Second factor',
    on: 'On',
    off: 'Off',
    factorOn: 'We ask for a code when you sign in and before sensitive changes.',
    factorOff: 'With a second factor, your password alone is not enough to get into your account.',
    factorSet: 'Your second factor is set up.',
    setUp: 'Set up a second factor',
    replace: 'Replace the second factor',
    byOperator:
      'Your account has staff rights, so only an operator of this service can set up its second factor. Ask an operator. After that you can replace it here.',
    passwordFirst: 'Enter your password first.',
    next: 'Continue',
    scanTitle: '1. Add it to your app',
    scan: 'Scan this code with an authenticator app, or enter the secret by hand.',
    qr: 'QR code with the address below',
    secret: 'Secret',
    address: 'Address',
    firstCodeTitle: '2. Confirm with a code',
    firstCode: 'Enter one code to turn it on.',
    turnOn: 'Turn on',
    wrongCode: 'This code is wrong. Enter the code that your app shows now.',
    others: 'Other browsers',
    othersWhat: 'You will have to sign in again in all other browsers.',
    signOutOthers: 'Sign out everywhere else',
    othersSignedOut: 'You are signed out of all other browsers.',
    sessions: 'Where you are signed in',
    sessionsLead:
      "Every browser with access to your account. Sign out those that you don't know, and change your password.",
    thisBrowser: 'This browser',
    unknownBrowser: 'Unknown browser',
    signedInAt: 'Signed in',
    lastUsedAt: 'Last used',
    signOutHere: 'Sign out',
    browserSignedOut: 'The browser is signed out.',
    allSessions: 'Show all browsers',
    back: 'Back to account security',
  },
  ru: {
    title: 'Безопасность аккаунта',
    lead: 'Управляйте паролем, адресом эл. почты, вторым фактором и браузерами, в которых вы вошли.',
    password: 'Пароль',
    passwordWhen: 'Смените его, если его мог узнать кто-то ещё.',
    changePassword: 'Сменить пароль',
    changePasswordHow: 'Оставьте все пункты отмеченными, если старый пароль мог узнать кто-то ещё.',
    endLegend: 'Также закрыть доступ',
    endSessions: 'Выйти во всех других браузерах',
    endSessionsHint:
      'Вебхуки, созданные или изменённые в браузере, будут выключены. Их можно снова включить. Доверенные издатели, которых вы добавили в браузере, будут удалены из ваших модов. Тех, кто ещё нужен, добавьте снова.',
    endTokens: 'Отозвать личные токены и API-ключи',
    endTokensHint:
      'Ключ аккаунта и вебхуки этих ключей тоже перестанут работать. Доверенные издатели, добавленные с их помощью, будут удалены, а запущенные процессы CI потеряют доступ. Программам понадобятся новые ключи.',
    endApplications: 'Закрыть доступ приложениям',
    endApplicationsHint:
      'Их вебхуки будут выключены, а добавленные ими доверенные издатели удалены. Вы сможете снова разрешить доступ, когда приложение его запросит.',
    passwordChanged: 'Пароль изменён.',
    oldPassword: 'Текущий пароль',
    newPassword: 'Новый пароль',
    newPasswordHint:
      'Не меньше 8 символов. Несколько случайных слов легко запомнить и трудно угадать.',
    repeated: 'Повторите новый пароль',
    wrongPassword: 'Это не ваш текущий пароль.',
    notSame: 'Новые пароли не совпадают.',
    factor: 'Второй фактор',
    on: 'Включён',
    off: 'Выключен',
    factorOn: 'Мы запрашиваем код при входе и перед важными изменениями.',
    factorOff: 'Со вторым фактором одного пароля недостаточно, чтобы войти в ваш аккаунт.',
    factorSet: 'Второй фактор настроен.',
    setUp: 'Настроить второй фактор',
    replace: 'Заменить второй фактор',
    byOperator:
      'У вашего аккаунта есть права сотрудника, поэтому второй фактор может настроить только оператор сервиса. Обратитесь к оператору. Потом вы сможете заменить второй фактор здесь.',
    passwordFirst: 'Сначала введите пароль.',
    next: 'Продолжить',
    scanTitle: '1. Добавьте его в приложение',
    scan: 'Отсканируйте этот код приложением-аутентификатором или введите секрет вручную.',
    qr: 'QR-код с адресом ниже',
    secret: 'Секрет',
    address: 'Адрес',
    firstCodeTitle: '2. Подтвердите кодом',
    firstCode: 'Введите один код, чтобы включить второй фактор.',
    turnOn: 'Включить',
    wrongCode: 'Неверный код. Введите код, который приложение показывает сейчас.',
    others: 'Другие браузеры',
    othersWhat: 'Во всех других браузерах придётся войти снова.',
    signOutOthers: 'Выйти во всех других браузерах',
    othersSignedOut: 'Вы вышли во всех других браузерах.',
    sessions: 'Где выполнен вход',
    sessionsLead:
      'Все браузеры с доступом к вашему аккаунту. Выйдите в тех, которые вам незнакомы, и смените пароль.',
    thisBrowser: 'Этот браузер',
    unknownBrowser: 'Неизвестный браузер',
    signedInAt: 'Вход',
    lastUsedAt: 'Последнее использование',
    signOutHere: 'Выйти',
    browserSignedOut: 'В браузере выполнен выход.',
    allSessions: 'Показать все браузеры',
    back: 'Назад к безопасности аккаунта',
  },
  de: {
    title: 'Kontosicherheit',
    lead: 'Verwalten Sie Ihr Passwort, Ihre E-Mail-Adresse, Ihren zweiten Faktor und die Browser, in denen Sie angemeldet sind.',
    password: 'Passwort',
    passwordWhen: 'Ändern Sie es, wenn es jemand anders kennen könnte.',
    changePassword: 'Passwort ändern',
    changePasswordHow:
      'Lassen Sie alles angekreuzt, wenn jemand anders Ihr altes Passwort kennen könnte.',
    endLegend: 'Auch diesen Zugriff beenden',
    endSessions: 'In allen anderen Browsern abmelden',
    endSessionsHint:
      'Webhooks, die in einem Browser angelegt oder geändert wurden, werden ausgeschaltet. Sie können sie wieder einschalten. Vertrauenswürdige Herausgeber, die Sie in einem Browser hinzugefügt haben, werden aus Ihren Mods entfernt. Die Sie noch brauchen, können Sie danach wieder hinzufügen.',
    endTokens: 'Persönliche Tokens und API-Schlüssel widerrufen',
    endTokensHint:
      'Auch Ihr Kontoschlüssel und die Webhooks dieser Schlüssel funktionieren dann nicht mehr. Vertrauenswürdige Herausgeber, die damit hinzugefügt wurden, werden entfernt, und laufende CI-Workflows verlieren ihren Zugriff. Programme mit diesen Schlüsseln brauchen neue.',
    endApplications: 'Anwendungen den Zugriff entziehen',
    endApplicationsHint:
      'Ihre Webhooks werden ausgeschaltet, und vertrauenswürdige Herausgeber, die sie hinzugefügt haben, werden entfernt. Sie können eine Anwendung wieder zulassen, wenn sie danach fragt.',
    passwordChanged: 'Ihr Passwort wurde geändert.',
    oldPassword: 'Jetziges Passwort',
    newPassword: 'Neues Passwort',
    newPasswordHint:
      'Mindestens 8 Zeichen. Ein paar zufällige Wörter sind leicht zu merken und schwer zu erraten.',
    repeated: 'Neues Passwort wiederholen',
    wrongPassword: 'Das ist nicht Ihr jetziges Passwort.',
    notSame: 'Die neuen Passwörter stimmen nicht überein.',
    factor: 'Zweiter Faktor',
    on: 'Ein',
    off: 'Aus',
    factorOn: 'Wir fragen beim Anmelden und vor wichtigen Änderungen nach einem Code.',
    factorOff:
      'Mit einem zweiten Faktor reicht Ihr Passwort allein nicht mehr, um sich bei Ihrem Konto anzumelden.',
    factorSet: 'Ihr zweiter Faktor ist eingerichtet.',
    setUp: 'Zweiten Faktor einrichten',
    replace: 'Zweiten Faktor ersetzen',
    byOperator:
      'Ihr Konto hat Mitarbeiterrechte. Deshalb kann nur ein Betreiber dieses Dienstes den zweiten Faktor einrichten. Wenden Sie sich an einen Betreiber. Danach können Sie den zweiten Faktor hier ersetzen.',
    passwordFirst: 'Geben Sie zuerst Ihr Passwort ein.',
    next: 'Weiter',
    scanTitle: '1. Zur App hinzufügen',
    scan: 'Scannen Sie diesen Code mit einer Authenticator-App, oder geben Sie das Geheimnis von Hand ein.',
    qr: 'QR-Code mit der Adresse darunter',
    secret: 'Geheimnis',
    address: 'Adresse',
    firstCodeTitle: '2. Mit einem Code bestätigen',
    firstCode: 'Geben Sie einen Code ein, um den zweiten Faktor einzuschalten.',
    turnOn: 'Einschalten',
    wrongCode: 'Dieser Code ist falsch. Geben Sie den Code ein, den Ihre App gerade zeigt.',
    others: 'Andere Browser',
    othersWhat: 'In allen anderen Browsern müssen Sie sich dann neu anmelden.',
    signOutOthers: 'In allen anderen Browsern abmelden',
    othersSignedOut: 'Sie sind in allen anderen Browsern abgemeldet.',
    sessions: 'Wo Sie angemeldet sind',
    sessionsLead:
      'Alle Browser mit Zugriff auf Ihr Konto. Melden Sie die ab, die Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
    thisBrowser: 'Dieser Browser',
    unknownBrowser: 'Unbekannter Browser',
    signedInAt: 'Angemeldet',
    lastUsedAt: 'Zuletzt benutzt',
    signOutHere: 'Abmelden',
    browserSignedOut: 'Der Browser ist abgemeldet.',
    allSessions: 'Alle Browser anzeigen',
    back: 'Zurück zur Kontosicherheit',
  },
};
