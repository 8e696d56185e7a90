import type { Texts } from '../../kit/index.js';

/** The texts of the forms that register or change an application. */
interface FormTexts {
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
}

/** The texts by language. */
export const FORM_TEXTS: Texts<FormTexts> = {
  en: {
    publicWhat:
      "A program that runs on its users' devices: a mod manager, a launcher, an app or a web page. Anyone can inspect it, so it has no secret. PKCE protects every sign-in.",
    confidentialWhat:
      'A program on your own server that nobody else can inspect. It has a client secret, which we show once. To get it, you need your second factor.',
    registerPublic: 'Register a public application',
    registerConfidential: 'Register a confidential application',
    newPublic: 'New public application',
    newConfidential: 'New confidential application',
    nameLabel: 'Name',
    nameHint: 'People see this name when the application asks for access.',
    urisLabel: 'Redirect URIs',
    urisHint:
      'Where people return after they sign in. One per line: https with a host name, http on 127.0.0.1, [::1] or localhost (with any port), or a scheme of your own such as com.example.app:/callback.',
    urisHintConfidential: 'Leave this empty if the application only uses the device flow.',
    baseScopes: 'Every application can ask for:',
    standardScopes: 'More rights',
    standardHint:
      'People see these texts when the application asks for access. No review is needed.',
    sensitiveScopes: 'Rights that need a review',
    sensitiveHint:
      'An administrator reviews the application before it can ask for these. Choose only what it really needs.',
    isApproved: 'approved',
  },
  ru: {
    publicWhat:
      'Программа, которая работает на устройствах пользователей: менеджер модов, лаунчер, приложение или веб-страница. Её код может изучить любой, поэтому секрета у неё нет. Каждый вход защищён PKCE.',
    confidentialWhat:
      'Программа на вашем сервере, код которой никто больше не видит. У неё есть секрет, который показывается один раз. Чтобы его получить, нужен второй фактор.',
    registerPublic: 'Зарегистрировать публичное приложение',
    registerConfidential: 'Зарегистрировать конфиденциальное приложение',
    newPublic: 'Новое публичное приложение',
    newConfidential: 'Новое конфиденциальное приложение',
    nameLabel: 'Название',
    nameHint: 'Это название люди видят, когда приложение запрашивает доступ.',
    urisLabel: 'Адреса возврата (redirect URI)',
    urisHint:
      'Куда люди возвращаются после входа. По одному адресу в строке: https с именем хоста, http на 127.0.0.1, [::1] или localhost (с любым портом) либо собственная схема, например com.example.app:/callback.',
    urisHintConfidential:
      'Оставьте поле пустым, если приложение использует только вход с другого устройства.',
    baseScopes: 'Любое приложение может запросить:',
    standardScopes: 'Дополнительные права',
    standardHint: 'Эти тексты люди видят, когда приложение запрашивает доступ. Проверка не нужна.',
    sensitiveScopes: 'Права, для которых нужна проверка',
    sensitiveHint:
      'Прежде чем приложение сможет их запрашивать, его проверит администратор. Выбирайте только то, что действительно нужно.',
    isApproved: 'одобрено',
  },
  de: {
    publicWhat:
      'Ein Programm, das auf den Geräten seiner Benutzer läuft: ein Mod-Manager, ein Launcher, eine App oder eine Webseite. Jeder kann es untersuchen, deshalb hat es kein Geheimnis. PKCE schützt jede Anmeldung.',
    confidentialWhat:
      'Ein Programm auf Ihrem eigenen Server, das sonst niemand untersuchen kann. Es hat ein Client-Geheimnis, das nur einmal angezeigt wird. Dafür brauchen Sie Ihren zweiten Faktor.',
    registerPublic: 'Öffentliche Anwendung registrieren',
    registerConfidential: 'Vertrauliche Anwendung registrieren',
    newPublic: 'Neue öffentliche Anwendung',
    newConfidential: 'Neue vertrauliche Anwendung',
    nameLabel: 'Name',
    nameHint: 'Diesen Namen sehen die Benutzer, wenn die Anwendung um Zugriff bittet.',
    urisLabel: 'Rücksprungadressen (Redirect-URIs)',
    urisHint:
      'Dorthin kehren die Benutzer nach der Anmeldung zurück. Eine Adresse je Zeile: https mit einem Hostnamen, http auf 127.0.0.1, [::1] oder localhost (mit jedem Port) oder ein eigenes Schema wie com.example.app:/callback.',
    urisHintConfidential:
      'Lassen Sie das Feld leer, wenn die Anwendung nur die Anmeldung über ein anderes Gerät nutzt.',
    baseScopes: 'Jede Anwendung kann um diese Rechte bitten:',
    standardScopes: 'Weitere Rechte',
    standardHint:
      'Diese Texte sehen die Benutzer, wenn die Anwendung um Zugriff bittet. Eine Prüfung ist nicht nötig.',
    sensitiveScopes: 'Rechte, die eine Prüfung brauchen',
    sensitiveHint:
      'Die Administration prüft die Anwendung, bevor sie um diese Rechte bitten kann. Wählen Sie nur, was sie wirklich braucht.',
    isApproved: 'genehmigt',
  },
};
