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
  },
  ru: {
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
  },
  de: {
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
  },
};
