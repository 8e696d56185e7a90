import type { Texts } from '../kit/index.js';

/** The texts of the pages on which a user decides about an application. */
interface DecisionTexts {
  readonly consent: string;
  readonly asks: string;
  readonly madeBy: string;
  readonly ourselves: string;
  readonly reviewed: string;
  readonly notReviewed: string;
  readonly goesTo: string;
  readonly onThisDevice: string;
  readonly asWho: string;
  readonly notYou: string;
  readonly everything: string;
  readonly trust: string;
  readonly toAppGrants: string;
  readonly stepUp: string;
  readonly toStepUp: string;
  readonly approve: string;
  readonly deny: string;
  readonly device: string;
  readonly deviceHow: string;
  readonly code: string;
  readonly codeWrong: string;
  readonly goOn: string;
  readonly confirm: string;
  readonly confirmHow: string;
  readonly approved: string;
  readonly approvedHow: string;
  readonly denied: string;
  readonly deniedHow: string;
  readonly over: string;
  readonly overHow: string;
  readonly refused: string;
  readonly refusedHow: string;
}

/** The texts by language. */
export const DECISION_TEXTS: Texts<DecisionTexts> = {
  en: {
    consent: 'Allow access to your account?',
    asks: 'This application wants to:',
    madeBy: 'made by',
    ourselves: 'modport',
    reviewed: 'reviewed by modport',
    notReviewed: 'not reviewed by modport',
    goesTo: 'You will return to',
    onThisDevice: 'a program on this device',
    asWho: 'You are signed in as',
    notYou: 'Not you?',
    everything: 'This covers all mods and data that your account can access.',
    trust: 'Allow it only if you trust this application. You can revoke its access at any time.',
    toAppGrants: 'Applications with access',
    stepUp: 'To allow this, confirm your second factor first.',
    toStepUp: 'Confirm second factor',
    approve: 'Allow',
    deny: 'Deny',
    device: 'Connect a device',
    deviceHow: 'Enter the code that your device or program shows.',
    code: 'Code',
    codeWrong: 'This code is wrong or has expired. Check it, or start again on your device.',
    goOn: 'Continue',
    confirm: 'Connect this device?',
    confirmHow:
      'Continue only if your own device shows this code now. If someone sent you the code, deny.',
    approved: 'Device connected',
    approvedHow: 'You can close this page and go back to your device.',
    denied: 'Access denied',
    deniedHow: 'The device gets no access. You can close this page.',
    over: 'This request is no longer valid',
    overHow:
      'You already decided about it, or it has expired. Go back to the application and try again.',
    refused: "We can't process this request",
    refusedHow:
      'The application that sent you here made a mistake and got no access. Send its developers the details below.',
  },
  ru: {
    consent: 'Разрешить доступ к вашему аккаунту?',
    asks: 'Это приложение хочет:',
    madeBy: 'автор:',
    ourselves: 'modport',
    reviewed: 'проверено modport',
    notReviewed: 'не проверено modport',
    goesTo: 'После этого откроется',
    onThisDevice: 'программа на этом устройстве',
    asWho: 'Вы вошли как',
    notYou: 'Это не вы?',
    everything: 'Это касается всех модов и данных, доступных вашему аккаунту.',
    trust:
      'Разрешайте, только если доверяете этому приложению. Доступ можно отозвать в любое время.',
    toAppGrants: 'Приложения с доступом',
    stepUp: 'Чтобы разрешить это, сначала подтвердите второй фактор.',
    toStepUp: 'Подтвердить второй фактор',
    approve: 'Разрешить',
    deny: 'Отклонить',
    device: 'Подключить устройство',
    deviceHow: 'Введите код, который показывает ваше устройство или программа.',
    code: 'Код',
    codeWrong: 'Код неверен или его срок истёк. Проверьте его или начните заново на устройстве.',
    goOn: 'Продолжить',
    confirm: 'Подключить это устройство?',
    confirmHow:
      'Продолжайте, только если этот код сейчас показывает ваше собственное устройство. Если код вам кто-то прислал, отклоните запрос.',
    approved: 'Устройство подключено',
    approvedHow: 'Можно закрыть эту страницу и вернуться к устройству.',
    denied: 'В доступе отказано',
    deniedHow: 'Устройство не получит доступа. Можно закрыть эту страницу.',
    over: 'Этот запрос больше не действует',
    overHow: 'На него уже ответили, или его срок истёк. Вернитесь в приложение и попробуйте снова.',
    refused: 'Мы не можем обработать этот запрос',
    refusedHow:
      'Приложение, из которого вы пришли, отправило неверный запрос и не получило доступа. Сообщите его разработчикам сведения ниже.',
  },
  de: {
    consent: 'Zugriff auf Ihr Konto erlauben?',
    asks: 'Diese Anwendung möchte:',
    madeBy: 'von',
    ourselves: 'modport',
    reviewed: 'von modport geprüft',
    notReviewed: 'von modport nicht geprüft',
    goesTo: 'Danach geht es zurück zu',
    onThisDevice: 'einem Programm auf diesem Gerät',
    asWho: 'Sie sind angemeldet als',
    notYou: 'Nicht Sie?',
    everything: 'Das gilt für alle Mods und Daten, auf die Ihr Konto Zugriff hat.',
    trust:
      'Erlauben Sie es nur, wenn Sie dieser Anwendung vertrauen. Sie können den Zugriff jederzeit wieder entziehen.',
    toAppGrants: 'Anwendungen mit Zugriff',
    stepUp: 'Um das zu erlauben, bestätigen Sie zuerst Ihren zweiten Faktor.',
    toStepUp: 'Zweiten Faktor bestätigen',
    approve: 'Erlauben',
    deny: 'Ablehnen',
    device: 'Gerät verbinden',
    deviceHow: 'Geben Sie den Code ein, den Ihr Gerät oder Programm anzeigt.',
    code: 'Code',
    codeWrong:
      'Dieser Code ist falsch oder abgelaufen. Prüfen Sie ihn, oder beginnen Sie auf Ihrem Gerät von vorn.',
    goOn: 'Weiter',
    confirm: 'Dieses Gerät verbinden?',
    confirmHow:
      'Fahren Sie nur fort, wenn Ihr eigenes Gerät gerade diesen Code zeigt. Hat Ihnen jemand den Code geschickt, lehnen Sie ab.',
    approved: 'Gerät verbunden',
    approvedHow: 'Sie können diese Seite schließen und zu Ihrem Gerät zurückkehren.',
    denied: 'Zugriff abgelehnt',
    deniedHow: 'Das Gerät erhält keinen Zugriff. Sie können diese Seite schließen.',
    over: 'Diese Anfrage gilt nicht mehr',
    overHow:
      'Sie wurde schon beantwortet oder ist abgelaufen. Gehen Sie zurück zur Anwendung, und versuchen Sie es erneut.',
    refused: 'Wir können diese Anfrage nicht bearbeiten',
    refusedHow:
      'Die Anwendung, die Sie hierher geschickt hat, hat eine fehlerhafte Anfrage gesendet und keinen Zugriff erhalten. Schicken Sie ihren Entwicklern die Angaben unten.',
  },
};
