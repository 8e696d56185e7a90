import type { Texts } from '../kit/index.js';

/** The texts of the pages on which a user decides about an application. */
interface DecisionTexts {
  readonly consent: string;
  readonly asks: string;
  readonly madeBy: string;
  readonly reviewed: string;
  readonly notReviewed: string;
  readonly goesTo: string;
  readonly onThisDevice: string;
  readonly asWho: string;
  readonly notYou: string;
  readonly everything: string;
  readonly trust: string;
  readonly toGrants: string;
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
    asks: 'This application asks for your permission to:',
    madeBy: 'made by',
    reviewed: 'checked by modport',
    notReviewed: 'not checked by modport',
    goesTo: 'You are sent back to',
    onThisDevice: 'a program on this device',
    asWho: 'You are signed in as',
    notYou: 'Not you?',
    everything: 'This applies to all mods and data that your account can reach.',
    trust: 'Allow it only if you trust this application. You can take the access back at any time.',
    toGrants: 'Applications with access',
    approve: 'Allow',
    deny: 'Deny',
    device: 'Connect a device',
    deviceHow: 'Type the code that your device or program shows.',
    code: 'Code',
    codeWrong: 'No device is waiting with this code. It may be mistyped, or too old.',
    goOn: 'Continue',
    confirm: 'Connect this device?',
    confirmHow:
      'Go on only if your own device shows this code now. If somebody sent you the code, deny.',
    approved: 'The device is connected',
    approvedHow: 'You can close this page and go back to your device.',
    denied: 'The device was denied',
    deniedHow: 'It gets no access. You can close this page.',
    over: 'This request is over',
    overHow:
      'It was answered, or it took too long. Go back to the application that sent you here; it can ask again.',
    refused: 'This request cannot be answered',
    refusedHow:
      'The application that sent you here has made a mistake, and was given no access. Tell its makers what stands below.',
  },
  ru: {
    consent: 'Разрешить доступ к вашему аккаунту?',
    asks: 'Это приложение просит вашего разрешения:',
    madeBy: 'автор:',
    reviewed: 'проверено modport',
    notReviewed: 'не проверено modport',
    goesTo: 'Вы вернётесь на',
    onThisDevice: 'программа на этом устройстве',
    asWho: 'Вы вошли как',
    notYou: 'Это не вы?',
    everything: 'Это касается всех модов и данных, доступных вашему аккаунту.',
    trust:
      'Разрешайте, только если доверяете этому приложению. Доступ можно отозвать в любое время.',
    toGrants: 'Приложения с доступом',
    approve: 'Разрешить',
    deny: 'Отклонить',
    device: 'Подключить устройство',
    deviceHow: 'Введите код, который показывает ваше устройство или программа.',
    code: 'Код',
    codeWrong: 'Ни одно устройство не ждёт с этим кодом. Возможно, в нём опечатка или он устарел.',
    goOn: 'Продолжить',
    confirm: 'Подключить это устройство?',
    confirmHow:
      'Продолжайте, только если этот код сейчас показывает ваше устройство. Если код вам прислали, отклоните запрос.',
    approved: 'Устройство подключено',
    approvedHow: 'Можно закрыть эту страницу и вернуться к устройству.',
    denied: 'Устройству отказано',
    deniedHow: 'Оно не получит доступа. Можно закрыть эту страницу.',
    over: 'Этот запрос завершён',
    overHow:
      'На него уже ответили, или он устарел. Вернитесь в приложение, которое направило вас сюда: оно может спросить снова.',
    refused: 'На этот запрос нельзя ответить',
    refusedHow:
      'В приложении, которое направило вас сюда, ошибка; доступа оно не получило. Сообщите его авторам то, что указано ниже.',
  },
  de: {
    consent: 'Zugriff auf Ihr Konto erlauben?',
    asks: 'Diese Anwendung bittet um Ihre Erlaubnis:',
    madeBy: 'von',
    reviewed: 'von modport geprüft',
    notReviewed: 'von modport nicht geprüft',
    goesTo: 'Danach geht es zurück zu',
    onThisDevice: 'einem Programm auf diesem Gerät',
    asWho: 'Sie sind angemeldet als',
    notYou: 'Das sind nicht Sie?',
    everything: 'Das gilt für alle Mods und Daten, die Ihr Konto erreicht.',
    trust:
      'Erlauben Sie es nur, wenn Sie dieser Anwendung vertrauen. Sie können den Zugriff jederzeit wieder entziehen.',
    toGrants: 'Anwendungen mit Zugriff',
    approve: 'Erlauben',
    deny: 'Ablehnen',
    device: 'Gerät verbinden',
    deviceHow: 'Geben Sie den Code ein, den Ihr Gerät oder Programm anzeigt.',
    code: 'Code',
    codeWrong:
      'Mit diesem Code wartet kein Gerät. Vielleicht ist er vertippt oder nicht mehr gültig.',
    goOn: 'Weiter',
    confirm: 'Dieses Gerät verbinden?',
    confirmHow:
      'Fahren Sie nur fort, wenn Ihr eigenes Gerät gerade diesen Code zeigt. Hat Ihnen jemand den Code geschickt, lehnen Sie ab.',
    approved: 'Das Gerät ist verbunden',
    approvedHow: 'Sie können diese Seite schließen und zu Ihrem Gerät zurückkehren.',
    denied: 'Das Gerät wurde abgelehnt',
    deniedHow: 'Es erhält keinen Zugriff. Sie können diese Seite schließen.',
    over: 'Diese Anfrage ist abgeschlossen',
    overHow:
      'Sie wurde schon beantwortet oder hat zu lange gedauert. Gehen Sie zurück zu der Anwendung, die Sie hierher geschickt hat: Sie kann erneut fragen.',
    refused: 'Diese Anfrage lässt sich nicht beantworten',
    refusedHow:
      'Die Anwendung, die Sie hierher geschickt hat, enthält einen Fehler und hat keinen Zugriff erhalten. Melden Sie ihren Autoren, was unten steht.',
  },
};
