import { LIMITS } from '../../../registry/limits.js';
import type { Texts } from '../../kit/index.js';

/** The error texts of an application's form. */
interface FaultTexts {
  readonly stepUp: string;
  readonly stepUpHow: string;
  readonly nameMissing: string;
  readonly nameLong: string;
  readonly nameUnseen: string;
  readonly nameMisleads: string;
  readonly nameTaken: string;
  readonly nameOdd: string;
  readonly urisMissing: string;
  readonly urisMany: string;
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
    stepUp: 'Nothing was changed yet: this needs a recent proof of your second factor.',
    stepUpHow: 'Prove it in a new tab, then send this form again',
    nameMissing: 'Give the application a name.',
    nameLong: `A name has at most ${LIMITS.appNameCharacters} characters.`,
    nameUnseen: 'The name has characters that nobody can see. Type it anew.',
    nameMisleads:
      'People could take this name for somebody else’s: it contains the name of this service, or mixes letters of two alphabets in one word.',
    nameTaken: 'Another application of yours has this name.',
    nameOdd: 'Choose another name.',
    urisMissing: 'A public application needs at least one redirect URI.',
    urisMany: `An application has at most ${LIMITS.redirectUrisPerApp} redirect URIs.`,
    urisOdd: 'Check the redirect URIs.',
    uriLong: (uri) => `“${uri}” is too long.`,
    uriForm: (uri) =>
      `“${uri}” is not written the way browsers write it: a whole address, its host in lower case, without spaces and dots in the path.`,
    uriKind: (uri) =>
      `“${uri}” cannot be used: only https with a host name, http on 127.0.0.1, [::1] or localhost, or a scheme of your own, without a fragment, a user name or a wildcard.`,
    uriTwice: (uri) => `“${uri}” leads to the same place as one above it.`,
    tooManyApps: `You have ${LIMITS.appsPerUser} applications, which is the most. Delete one that you no longer need.`,
    changedMeanwhile:
      'The application was changed in the meantime, perhaps in another tab. Nothing was saved. Check what you filled in, then send it again.',
    switchedOff: 'An administrator has switched this application off. It can only be deleted.',
  },
  ru: {
    stepUp: 'Пока ничего не изменено: для этого нужно недавнее подтверждение второго фактора.',
    stepUpHow: 'Подтвердите его в новой вкладке и отправьте эту форму ещё раз',
    nameMissing: 'Дайте приложению название.',
    nameLong: `В названии не больше ${LIMITS.appNameCharacters} символов.`,
    nameUnseen: 'В названии есть невидимые символы. Введите его заново.',
    nameMisleads:
      'Это название можно принять за чужое: в нём есть название этого сервиса или в одном слове смешаны буквы двух алфавитов.',
    nameTaken: 'Так уже называется другое ваше приложение.',
    nameOdd: 'Выберите другое название.',
    urisMissing: 'Публичному приложению нужен хотя бы один адрес возврата.',
    urisMany: `У приложения не больше ${LIMITS.redirectUrisPerApp} адресов возврата.`,
    urisOdd: 'Проверьте адреса возврата.',
    uriLong: (uri) => `Адрес «${uri}» слишком длинный.`,
    uriForm: (uri) =>
      `Адрес «${uri}» записан не так, как его пишут браузеры: нужен полный адрес, имя хоста строчными буквами, без пробелов и точек вместо папок.`,
    uriKind: (uri) =>
      `Адрес «${uri}» нельзя использовать: подходят только https с именем хоста, http на 127.0.0.1, [::1] или localhost либо собственная схема — без фрагмента, имени пользователя и подстановочных знаков.`,
    uriTwice: (uri) => `Адрес «${uri}» ведёт туда же, куда и один из адресов выше.`,
    tooManyApps: `У вас ${LIMITS.appsPerUser} приложений — это предел. Удалите то, которое больше не нужно.`,
    changedMeanwhile:
      'Тем временем приложение изменили — возможно, в другой вкладке. Ничего не сохранено. Проверьте введённое и отправьте ещё раз.',
    switchedOff: 'Администратор отключил это приложение. Его можно только удалить.',
  },
  de: {
    stepUp:
      'Noch wurde nichts geändert: Dafür müssen Sie vor Kurzem Ihren zweiten Faktor bestätigt haben.',
    stepUpHow: 'In einem neuen Tab bestätigen, dann dieses Formular noch einmal senden',
    nameMissing: 'Geben Sie der Anwendung einen Namen.',
    nameLong: `Ein Name hat höchstens ${LIMITS.appNameCharacters} Zeichen.`,
    nameUnseen: 'Der Name enthält Zeichen, die man nicht sieht. Geben Sie ihn neu ein.',
    nameMisleads:
      'Diesen Namen könnte man für einen fremden halten: Er enthält den Namen dieses Dienstes oder mischt Buchstaben zweier Alphabete in einem Wort.',
    nameTaken: 'So heißt schon eine andere Ihrer Anwendungen.',
    nameOdd: 'Wählen Sie einen anderen Namen.',
    urisMissing: 'Eine öffentliche Anwendung braucht mindestens eine Rücksprungadresse.',
    urisMany: `Eine Anwendung hat höchstens ${LIMITS.redirectUrisPerApp} Rücksprungadressen.`,
    urisOdd: 'Prüfen Sie die Rücksprungadressen.',
    uriLong: (uri) => `„${uri}“ ist zu lang.`,
    uriForm: (uri) =>
      `„${uri}“ ist nicht so geschrieben, wie Browser es schreiben: als ganze Adresse, mit klein geschriebenem Host, ohne Leerzeichen und ohne Punkte als Ordner.`,
    uriKind: (uri) =>
      `„${uri}“ ist nicht erlaubt: nur https mit einem Hostnamen, http auf 127.0.0.1, [::1] oder localhost oder ein eigenes Schema, ohne Fragment, Benutzernamen oder Platzhalter.`,
    uriTwice: (uri) => `„${uri}“ führt an denselben Ort wie eine Adresse darüber.`,
    tooManyApps: `Sie haben ${LIMITS.appsPerUser} Anwendungen, mehr geht nicht. Löschen Sie eine, die Sie nicht mehr brauchen.`,
    changedMeanwhile:
      'Die Anwendung wurde inzwischen geändert, vielleicht in einem anderen Tab. Es wurde nichts gespeichert. Prüfen Sie Ihre Eingaben und senden Sie sie noch einmal.',
    switchedOff:
      'Diese Anwendung wurde von der Administration abgeschaltet. Sie kann nur noch gelöscht werden.',
  },
};
