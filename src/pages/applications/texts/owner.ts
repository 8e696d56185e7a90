import type { Texts } from '../../kit/index.js';

/** What owners read about their applications. */
interface OwnerTexts {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly register: string;
  readonly clientId: string;
  readonly publicKind: string;
  readonly confidentialKind: string;
  readonly publicWhat: string;
  readonly confidentialWhat: string;
  readonly registerPublic: string;
  readonly registerConfidential: string;
  readonly newPublic: string;
  readonly newConfidential: string;
  readonly nameLabel: string;
  readonly nameHint: string;
  readonly urisLabel: string;
  readonly urisHint: string;
  readonly urisHintConfidential: string;
  readonly baseScopes: string;
  readonly standardScopes: string;
  readonly standardHint: string;
  readonly sensitiveScopes: string;
  readonly sensitiveHint: string;
  readonly isApproved: string;
  readonly save: string;
  readonly saveWarning: string;
  readonly cancel: string;
  readonly back: string;
  readonly about: string;
  readonly kind: string;
  readonly registeredOn: string;
  readonly settings: string;
  readonly review: string;
  readonly reviewNeeded: string;
  readonly reviewGoesOn: string;
  readonly reviewSubmit: string;
  readonly reviewWaits: string;
  readonly reviewDone: string;
  readonly reviewRejected: string;
  readonly reviewerSays: string;
  readonly switchedOff: string;
  readonly secret: string;
  readonly secretWhat: string;
  readonly secretBegins: string;
  readonly secretMade: string;
  readonly secretReplace: string;
  readonly rotateTitle: (name: string) => string;
  readonly rotateWhat: string;
  readonly rotateEnds: readonly string[];
  readonly rotateDo: string;
  readonly rotatedAlready: string;
  readonly secretTitle: (name: string) => string;
  readonly secretOnce: string;
  readonly secretUse: string;
  readonly secretKept: string;
  readonly remove: string;
  readonly removeWhat: string;
  readonly removeTitle: (name: string) => string;
  readonly removeDo: string;
  readonly registered: string;
  readonly saved: string;
  readonly submitted: string;
  readonly deleted: string;
  readonly nothingToReview: string;
}

/** These texts by language. */
export const OWNER_TEXTS: Texts<OwnerTexts> = {
  en: {
    title: 'Your applications',
    lead: 'Programs of yours that other people let act for them, by OAuth. Each has a client ID of its own, which no two programs share.',
    none: 'You have not registered any application yet.',
    register: 'Register an application',
    clientId: 'Client ID',
    publicKind: 'Public',
    confidentialKind: 'Confidential',
    publicWhat:
      'A program that runs with its users: a mod manager, a launcher, an app, a page in the browser. Whoever has it can look into it, so it has no secret; every sign-in is protected by PKCE.',
    confidentialWhat:
      'A program on your own server, which nobody else can look into. It has a client secret, which is shown once. You need your second factor to get one.',
    registerPublic: 'Register a public application',
    registerConfidential: 'Register a confidential application',
    newPublic: 'New public application',
    newConfidential: 'New confidential application',
    nameLabel: 'Name',
    nameHint: 'People read it when they decide whether to trust the application.',
    urisLabel: 'Redirect URIs',
    urisHint:
      'Where people return to after signing in, one per line: https with a host name, http on 127.0.0.1, [::1] or localhost (with any port), or a scheme of your own such as com.example.app:/callback.',
    urisHintConfidential: 'Leave it empty if the application only uses the device flow.',
    baseScopes: 'Every application may ask people for this:',
    standardScopes: 'Further permissions',
    standardHint:
      'In the words that people read when the application asks for them. They work at once.',
    sensitiveScopes: 'Permissions that need a review',
    sensitiveHint:
      'An administrator looks at the application before it may ask for these. Choose only what it really needs.',
    isApproved: 'approved',
    save: 'Save changes',
    saveWarning:
      'This application was approved. A new name or a new redirect URI is reviewed again; until then it cannot ask for what had been approved.',
    cancel: 'Cancel',
    back: 'All your applications',
    about: 'About the application',
    kind: 'Kind',
    registeredOn: 'Registered',
    settings: 'Settings',
    review: 'Review',
    reviewNeeded: 'Needs a review before people can be asked for it:',
    reviewGoesOn: 'An administrator looks at the application before people can be asked for:',
    reviewSubmit: 'Submit for review',
    reviewWaits: 'Waiting for a review',
    reviewDone: 'Reviewed',
    reviewRejected: 'Not approved',
    reviewerSays: 'The reviewer says:',
    switchedOff: 'Switched off',
    secret: 'Client secret',
    secretWhat:
      'The secret itself was shown once and is not kept. Replace it when it is lost or when somebody else may have seen it.',
    secretBegins: 'Begins with',
    secretMade: 'Made',
    secretReplace: 'Replace the secret',
    rotateTitle: (name) => `Replace the secret of ${name}?`,
    rotateWhat: 'This takes effect at once:',
    rotateEnds: [
      'The secret that you have now works no longer.',
      'Everybody who uses the application has to sign in to it again, as all refresh tokens end.',
      'Sign-ins that are under way are broken off.',
      'Access tokens that it already has go on for at most 15 minutes.',
    ],
    rotateDo: 'Replace it now',
    rotatedAlready:
      'The application was changed since this page was opened, perhaps because the form was sent twice. Nothing was replaced now.',
    secretTitle: (name) => `Client secret of ${name}`,
    secretOnce:
      'Copy the secret now: this page shows it this one time, and nobody can show it to you again.',
    secretUse:
      'Your server presents both with each request to the token endpoint (client_secret_basic). Keep the secret out of source code, logs and addresses.',
    secretKept: 'I have kept the secret',
    remove: 'Delete this application',
    removeWhat:
      'It stops working at once and for good. All that people allowed it ends, and its client ID is never used again.',
    removeTitle: (name) => `Delete ${name}?`,
    removeDo: 'Delete it for good',
    registered: 'The application is registered.',
    saved: 'The changes are saved.',
    submitted: 'The application is under review. You will see the result here.',
    deleted: 'The application is deleted.',
    nothingToReview: 'There is nothing to review at the moment.',
  },
  ru: {
    title: 'Ваши приложения',
    lead: 'Ваши программы, которым другие люди разрешают действовать от своего имени через OAuth. У каждой свой client ID, общего на две программы не бывает.',
    none: 'Вы ещё не зарегистрировали ни одного приложения.',
    register: 'Зарегистрировать приложение',
    clientId: 'Client ID',
    publicKind: 'Публичное',
    confidentialKind: 'Конфиденциальное',
    publicWhat:
      'Программа работает у своих пользователей: менеджер модов, лаунчер, приложение, страница в браузере. Её может изучить каждый, у кого она есть, поэтому секрета у неё нет; каждый вход защищён PKCE.',
    confidentialWhat:
      'Программа работает на вашем сервере, и заглянуть в неё больше никто не может. У неё есть секрет, который показывается один раз. Чтобы его получить, нужен ваш второй фактор.',
    registerPublic: 'Зарегистрировать публичное',
    registerConfidential: 'Зарегистрировать конфиденциальное',
    newPublic: 'Новое публичное приложение',
    newConfidential: 'Новое конфиденциальное приложение',
    nameLabel: 'Название',
    nameHint: 'Его видят люди, когда решают, доверять ли приложению.',
    urisLabel: 'Адреса возврата (redirect URI)',
    urisHint:
      'Куда люди возвращаются после входа, по одному в строке: https с именем хоста, http на 127.0.0.1, [::1] или localhost (с любым портом) либо собственная схема, например com.example.app:/callback.',
    urisHintConfidential:
      'Оставьте поле пустым, если приложение использует только вход с другого устройства.',
    baseScopes: 'Это может запросить любое приложение:',
    standardScopes: 'Дополнительные разрешения',
    standardHint: 'В тех словах, которые люди видят, когда приложение их просит. Действуют сразу.',
    sensitiveScopes: 'Разрешения, для которых нужна проверка',
    sensitiveHint:
      'Прежде чем приложение сможет их просить, его посмотрит администратор. Выбирайте только то, что действительно нужно.',
    isApproved: 'одобрено',
    save: 'Сохранить изменения',
    saveWarning:
      'Это приложение одобрено. Новое название или новый адрес возврата проверяются заново; до этого оно не сможет запрашивать то, что было одобрено.',
    cancel: 'Отмена',
    back: 'Все ваши приложения',
    about: 'О приложении',
    kind: 'Вид',
    registeredOn: 'Зарегистрировано',
    settings: 'Настройки',
    review: 'Проверка',
    reviewNeeded: 'Прежде чем просить об этом людей, нужна проверка:',
    reviewGoesOn: 'Прежде чем просить об этом людей, приложение смотрит администратор:',
    reviewSubmit: 'Отправить на проверку',
    reviewWaits: 'Ожидает проверки',
    reviewDone: 'Проверено',
    reviewRejected: 'Не одобрено',
    reviewerSays: 'Проверяющий пишет:',
    switchedOff: 'Отключено',
    secret: 'Секрет приложения',
    secretWhat:
      'Сам секрет был показан один раз и не хранится. Замените его, если он утерян или если его мог увидеть кто-то ещё.',
    secretBegins: 'Начинается с',
    secretMade: 'Создан',
    secretReplace: 'Заменить секрет',
    rotateTitle: (name) => `Заменить секрет приложения ${name}?`,
    rotateWhat: 'Это действует сразу:',
    rotateEnds: [
      'Нынешний секрет перестанет действовать.',
      'Всем, кто пользуется приложением, придётся войти в него заново: все refresh-токены закончатся.',
      'Начатые входы прервутся.',
      'Уже выданные access-токены проработают не больше 15 минут.',
    ],
    rotateDo: 'Заменить сейчас',
    rotatedAlready:
      'Приложение изменилось после того, как была открыта эта страница, — возможно, форму отправили дважды. Сейчас ничего не заменено.',
    secretTitle: (name) => `Секрет приложения ${name}`,
    secretOnce:
      'Скопируйте секрет сейчас: эта страница показывает его один-единственный раз, и больше его никто не покажет.',
    secretUse:
      'Ваш сервер предъявляет и то и другое при каждом запросе токена (client_secret_basic). Не держите секрет в исходном коде, журналах и адресах.',
    secretKept: 'Секрет сохранён',
    remove: 'Удалить приложение',
    removeWhat:
      'Оно сразу и навсегда перестанет работать. Всё, что ему разрешили люди, закончится, а его client ID больше никогда не будет использован.',
    removeTitle: (name) => `Удалить приложение ${name}?`,
    removeDo: 'Удалить навсегда',
    registered: 'Приложение зарегистрировано.',
    saved: 'Изменения сохранены.',
    submitted: 'Приложение отправлено на проверку. Результат появится здесь.',
    deleted: 'Приложение удалено.',
    nothingToReview: 'Сейчас проверять нечего.',
  },
  de: {
    title: 'Ihre Anwendungen',
    lead: 'Programme von Ihnen, die andere über OAuth in ihrem Namen handeln lassen. Jedes hat seine eigene Client-ID; zwei Programme teilen sich nie eine.',
    none: 'Sie haben noch keine Anwendung registriert.',
    register: 'Anwendung registrieren',
    clientId: 'Client-ID',
    publicKind: 'Öffentlich',
    confidentialKind: 'Vertraulich',
    publicWhat:
      'Ein Programm, das bei denen läuft, die es benutzen: ein Mod-Manager, ein Launcher, eine App, eine Seite im Browser. Wer es hat, kann hineinsehen; darum hat es kein Geheimnis. Jede Anmeldung ist durch PKCE geschützt.',
    confidentialWhat:
      'Ein Programm auf Ihrem eigenen Server, in das sonst niemand hineinsehen kann. Es hat ein Client-Geheimnis, das einmal gezeigt wird. Dafür brauchen Sie Ihren zweiten Faktor.',
    registerPublic: 'Öffentliche registrieren',
    registerConfidential: 'Vertrauliche registrieren',
    newPublic: 'Neue öffentliche Anwendung',
    newConfidential: 'Neue vertrauliche Anwendung',
    nameLabel: 'Name',
    nameHint: 'Ihn liest, wer entscheidet, ob er der Anwendung vertraut.',
    urisLabel: 'Rücksprungadressen (Redirect-URIs)',
    urisHint:
      'Wohin man nach der Anmeldung zurückkehrt, eine je Zeile: https mit einem Hostnamen, http auf 127.0.0.1, [::1] oder localhost (mit jedem Port) oder ein eigenes Schema wie com.example.app:/callback.',
    urisHintConfidential:
      'Lassen Sie das Feld leer, wenn die Anwendung nur die Anmeldung über ein anderes Gerät nutzt.',
    baseScopes: 'Darum darf jede Anwendung bitten:',
    standardScopes: 'Weitere Rechte',
    standardHint:
      'In den Worten, die man liest, wenn die Anwendung darum bittet. Sie gelten sofort.',
    sensitiveScopes: 'Rechte, die geprüft werden müssen',
    sensitiveHint:
      'Bevor die Anwendung darum bitten kann, sieht die Administration sie sich an. Wählen Sie nur, was sie wirklich braucht.',
    isApproved: 'genehmigt',
    save: 'Änderungen speichern',
    saveWarning:
      'Diese Anwendung wurde genehmigt. Ein neuer Name oder eine neue Rücksprungadresse wird erneut geprüft; bis dahin kann sie um das Genehmigte nicht bitten.',
    cancel: 'Abbrechen',
    back: 'Alle Ihre Anwendungen',
    about: 'Über die Anwendung',
    kind: 'Art',
    registeredOn: 'Registriert',
    settings: 'Einstellungen',
    review: 'Prüfung',
    reviewNeeded: 'Muss geprüft werden, bevor darum gebeten werden kann:',
    reviewGoesOn:
      'Bevor darum gebeten werden kann, sieht die Administration sich die Anwendung an:',
    reviewSubmit: 'Zur Prüfung einreichen',
    reviewWaits: 'Wartet auf Prüfung',
    reviewDone: 'Geprüft',
    reviewRejected: 'Nicht genehmigt',
    reviewerSays: 'Aus der Prüfung:',
    switchedOff: 'Abgeschaltet',
    secret: 'Client-Geheimnis',
    secretWhat:
      'Das Geheimnis selbst wurde einmal gezeigt und wird nicht aufbewahrt. Ersetzen Sie es, wenn es verloren ist oder jemand anders es gesehen haben könnte.',
    secretBegins: 'Beginnt mit',
    secretMade: 'Erstellt',
    secretReplace: 'Geheimnis ersetzen',
    rotateTitle: (name) => `Geheimnis von ${name} ersetzen?`,
    rotateWhat: 'Das gilt sofort:',
    rotateEnds: [
      'Das jetzige Geheimnis gilt nicht mehr.',
      'Alle, die die Anwendung benutzen, müssen sich dort neu anmelden, denn alle Refresh-Tokens enden.',
      'Begonnene Anmeldungen werden abgebrochen.',
      'Access-Tokens, die sie schon hat, gelten noch höchstens 15 Minuten.',
    ],
    rotateDo: 'Jetzt ersetzen',
    rotatedAlready:
      'Die Anwendung wurde geändert, seit diese Seite geöffnet wurde; vielleicht wurde das Formular zweimal gesendet. Jetzt wurde nichts ersetzt.',
    secretTitle: (name) => `Client-Geheimnis von ${name}`,
    secretOnce:
      'Kopieren Sie das Geheimnis jetzt: Diese Seite zeigt es dieses eine Mal, und niemand kann es Ihnen noch einmal zeigen.',
    secretUse:
      'Ihr Server legt beides bei jeder Anfrage nach einem Token vor (client_secret_basic). Halten Sie das Geheimnis aus Quelltext, Protokollen und Adressen heraus.',
    secretKept: 'Ich habe das Geheimnis aufbewahrt',
    remove: 'Anwendung löschen',
    removeWhat:
      'Sie funktioniert sofort und endgültig nicht mehr. Alles, was ihr erlaubt wurde, endet, und ihre Client-ID wird nie wieder benutzt.',
    removeTitle: (name) => `${name} löschen?`,
    removeDo: 'Endgültig löschen',
    registered: 'Die Anwendung ist registriert.',
    saved: 'Die Änderungen sind gespeichert.',
    submitted: 'Die Anwendung wird geprüft. Das Ergebnis sehen Sie hier.',
    deleted: 'Die Anwendung ist gelöscht.',
    nothingToReview: 'Im Moment gibt es nichts zu prüfen.',
  },
};
