import { LIMITS } from '../../../registry/limits.js';
import type { Texts } from '../../kit/index.js';

/** The error texts of an application's form. */
interface FaultTexts {
  readonly nameMissing: string;
  readonly nameLong: string;
  /** For invisible characters. */
  readonly nameUnseen: string;
  readonly nameMisleads: string;
  readonly nameTaken: string;
  /** For any other fault of the name. */
  readonly nameOdd: string;
  readonly urisMissing: string;
  readonly urisMany: string;
  /** For any other fault of the redirect URIs. */
  readonly urisOdd: string;
  readonly uriLong: (uri: string) => string;
  readonly uriForm: (uri: string) => string;
  readonly uriKind: (uri: string) => string;
  readonly uriTwice: (uri: string) => string;
  readonly tooManyApps: string;
  readonly changedMeanwhile: string;
  readonly switchedOff: string;
}

/** The texts by language. */
export const FAULT_TEXTS: Texts<FaultTexts> = {
  en: {
    nameMissing: 'Give the application a name.',
    nameLong: `A name has at most ${LIMITS.appNameCharacters} characters.`,
    nameUnseen: 'The name contains invisible characters. Type it again.',
    nameMisleads:
      'This name is misleading: it contains the name of this service, or mixes letters of two alphabets in one word. Choose another name.',
    nameTaken: 'You already have an application with this name. Choose another name.',
    nameOdd: 'Choose another name.',
    urisMissing: 'A public application needs at least one redirect URI.',
    urisMany: `An application has at most ${LIMITS.redirectUrisPerApp} redirect URIs.`,
    urisOdd: 'Check the redirect URIs.',
    uriLong: (uri) => `“${uri}” is too long.`,
    uriForm: (uri) =>
      `“${uri}” is not written correctly. Enter the whole address with its host in lower case, without spaces and without “.” or “..” in the path.`,
    uriKind: (uri) =>
      `“${uri}” is not allowed. Use https with a host name, http on 127.0.0.1, [::1] or localhost, or a scheme of your own. Leave out fragments, user names and wildcards.`,
    uriTwice: (uri) => `“${uri}” is the same as an address above. Remove one of them.`,
    tooManyApps: `You have reached the limit of ${LIMITS.appsPerUser} applications. Delete one that you no longer need.`,
    changedMeanwhile:
      'The application was changed in the meantime, perhaps in another tab. Nothing was saved. Check your input and send it again.',
    switchedOff: 'An administrator disabled this application. You can only delete it.',
  },
  ru: {
    nameMissing: 'Дайте приложению название.',
    nameLong: `В названии не больше ${LIMITS.appNameCharacters} символов.`,
    nameUnseen: 'В названии есть невидимые символы. Введите его заново.',
    nameMisleads:
      'Это название вводит в заблуждение: в нём есть название этого сервиса или в одном слове смешаны буквы двух алфавитов. Выберите другое.',
    nameTaken: 'У вас уже есть приложение с таким названием. Выберите другое.',
    nameOdd: 'Выберите другое название.',
    urisMissing: 'Публичному приложению нужен хотя бы один адрес возврата.',
    urisMany: `У приложения не больше ${LIMITS.redirectUrisPerApp} адресов возврата.`,
    urisOdd: 'Проверьте адреса возврата.',
    uriLong: (uri) => `Адрес «${uri}» слишком длинный.`,
    uriForm: (uri) =>
      `Адрес «${uri}» записан неправильно. Введите адрес целиком: имя хоста строчными буквами, без пробелов и без «.» или «..» в пути.`,
    uriKind: (uri) =>
      `Адрес «${uri}» не подходит. Используйте https с именем хоста, http на 127.0.0.1, [::1] или localhost либо собственную схему. Фрагменты, имена пользователей и подстановочные знаки не допускаются.`,
    uriTwice: (uri) => `Адрес «${uri}» совпадает с одним из адресов выше. Удалите один из них.`,
    tooManyApps: `У вас уже ${LIMITS.appsPerUser} приложений — это предел. Удалите то, которое больше не нужно.`,
    changedMeanwhile:
      'Тем временем приложение изменили — возможно, в другой вкладке. Ничего не сохранено. Проверьте введённое и отправьте форму ещё раз.',
    switchedOff: 'Администратор отключил это приложение. Вы можете только удалить его.',
  },
  de: {
    nameMissing: 'Geben Sie der Anwendung einen Namen.',
    nameLong: `Ein Name hat höchstens ${LIMITS.appNameCharacters} Zeichen.`,
    nameUnseen: 'Der Name enthält unsichtbare Zeichen. Geben Sie ihn neu ein.',
    nameMisleads:
      'Dieser Name ist irreführend: Er enthält den Namen dieses Dienstes oder mischt in einem Wort Buchstaben zweier Alphabete. Wählen Sie einen anderen.',
    nameTaken: 'Sie haben schon eine Anwendung mit diesem Namen. Wählen Sie einen anderen.',
    nameOdd: 'Wählen Sie einen anderen Namen.',
    urisMissing: 'Eine öffentliche Anwendung braucht mindestens eine Rücksprungadresse.',
    urisMany: `Eine Anwendung hat höchstens ${LIMITS.redirectUrisPerApp} Rücksprungadressen.`,
    urisOdd: 'Prüfen Sie die Rücksprungadressen.',
    uriLong: (uri) => `„${uri}“ ist zu lang.`,
    uriForm: (uri) =>
      `„${uri}“ ist nicht richtig geschrieben. Geben Sie die ganze Adresse ein, mit klein geschriebenem Host, ohne Leerzeichen und ohne „.“ oder „..“ im Pfad.`,
    uriKind: (uri) =>
      `„${uri}“ ist nicht erlaubt. Verwenden Sie https mit einem Hostnamen, http auf 127.0.0.1, [::1] oder localhost oder ein eigenes Schema. Lassen Sie Fragmente, Benutzernamen und Platzhalter weg.`,
    uriTwice: (uri) =>
      `„${uri}“ stimmt mit einer Adresse darüber überein. Entfernen Sie eine davon.`,
    tooManyApps: `Sie haben das Limit von ${LIMITS.appsPerUser} Anwendungen erreicht. Löschen Sie eine, die Sie nicht mehr brauchen.`,
    changedMeanwhile:
      'Die Anwendung wurde inzwischen geändert, vielleicht in einem anderen Tab. Es wurde nichts gespeichert. Prüfen Sie Ihre Eingaben und senden Sie sie noch einmal.',
    switchedOff:
      'Die Administration hat diese Anwendung deaktiviert. Sie können sie nur noch löschen.',
  },
};
