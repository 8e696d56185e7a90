import type { PluralForms, Texts } from '../../kit/index.js';

/** The texts of the pages for the deletion of an account. */
interface DeletionTexts {
  readonly title: string;
  readonly lead: string;
  readonly atOnceTitle: string;
  readonly atOnce: readonly string[];
  readonly laterTitle: string;
  readonly later: readonly string[];
  readonly copyFirst: string;
  readonly toCopy: string;
  readonly staff: string;
  readonly mods: PluralForms;
  readonly leave: string;
  readonly leaveHint: string;
  readonly remove: string;
  readonly removeHint: string;
  readonly username: string;
  readonly usernameHint: string;
  readonly wrongUsername: string;
  readonly doDelete: string;
  readonly keep: string;
  readonly requestedTitle: string;
  readonly requested: string;
  readonly toSignIn: string;
  readonly pendingTitle: string;
  /** Precedes the day of the deletion. */
  readonly pendingOn: string;
  readonly pendingLeaves: string;
  readonly pendingRemoves: string;
  readonly pendingAccess: string;
  readonly cancel: string;
  readonly cancelled: string;
}

/** The texts by language. */
export const DELETION_TEXTS: Texts<DeletionTexts> = {
  en: {
    title: 'Delete account',
    lead: 'You can change your mind for 30 days. After that, nobody can bring the account back.',
    atOnceTitle: 'At once',
    atOnce: [
      'You are signed out in all browsers.',
      'All keys and tokens stop working, and applications lose their access. You cannot get these back.',
      'Your webhooks are disabled. Trusted publishers that you added are removed from your mods.',
    ],
    laterTitle: 'After 30 days',
    later: [
      'We remove your name, your text and links, your e-mail address, your password and your second factor.',
      'You leave the teams of all mods that have another owner.',
      'Your applications and webhooks are deleted.',
      'The list of your downloads is deleted within 90 days.',
      'Your username stays taken for good, so that nobody can pretend to be you. It stays next to mods that remain.',
    ],
    copyFirst: 'You can get a copy of your data first.',
    toCopy: 'Your data',
    staff:
      'Your account has staff rights, so you cannot delete it. First ask an operator to remove your role.',
    mods: {
      one: 'You are the only owner of {n} mod',
      other: 'You are the only owner of {n} mods',
    },
    leave: 'Leave them online',
    leaveHint: 'Others can still download them. They show “Deleted user” as their author.',
    remove: 'Delete them',
    removeHint: 'They are deleted for good after the 30 days, with all versions and files.',
    username: 'Your username',
    usernameHint: 'Type your username to confirm:',
    wrongUsername: 'This is not your username.',
    doDelete: 'Delete my account',
    keep: 'Keep my account',
    requestedTitle: 'Your account will be deleted in 30 days',
    requested:
      'You are signed out. If you change your mind, sign in within 30 days and cancel the deletion.',
    toSignIn: 'Sign in',
    pendingTitle: 'Your account will be deleted',
    pendingOn: 'Date of deletion:',
    pendingLeaves: 'Mods without another owner stay, with “Deleted user” as their author.',
    pendingRemoves: 'Mods without another owner are deleted too.',
    pendingAccess:
      'Until then you can only cancel the deletion. Keys and approvals do not come back.',
    cancel: 'Cancel the deletion',
    cancelled: 'The deletion is cancelled. Your account stays.',
  },
  ru: {
    title: 'Удалить аккаунт',
    lead: 'В течение 30 дней можно передумать. После этого вернуть аккаунт не сможет никто.',
    atOnceTitle: 'Сразу',
    atOnce: [
      'Во всех браузерах будет выполнен выход.',
      'Все ключи и токены перестанут действовать, а приложения потеряют доступ. Вернуть их нельзя.',
      'Ваши вебхуки будут выключены. Доверенные издатели, которых вы добавили, будут удалены из ваших модов.',
    ],
    laterTitle: 'Через 30 дней',
    later: [
      'Мы удалим ваше имя, текст и ссылки, адрес эл. почты, пароль и второй фактор.',
      'Вы выйдете из команд всех модов, у которых есть другой владелец.',
      'Ваши приложения и вебхуки будут удалены.',
      'Список ваших скачиваний будет удалён в течение 90 дней.',
      'Ваше имя пользователя останется занятым навсегда, чтобы никто не мог выдать себя за вас. Оно по-прежнему будет указано у модов, которые останутся.',
    ],
    copyFirst: 'Сначала можно получить копию своих данных.',
    toCopy: 'Ваши данные',
    staff:
      'У вашего аккаунта есть права сотрудника, поэтому удалить его нельзя. Сначала попросите оператора снять с вас роль.',
    mods: {
      one: 'Вы единственный владелец {n} мода',
      few: 'Вы единственный владелец {n} модов',
      many: 'Вы единственный владелец {n} модов',
      other: 'Вы единственный владелец {n} мода',
    },
    leave: 'Оставить на сайте',
    leaveHint: 'Их по-прежнему можно скачать. Автором будет указан «Удалённый пользователь».',
    remove: 'Удалить их',
    removeHint: 'Через 30 дней они исчезнут навсегда, со всеми версиями и файлами.',
    username: 'Ваше имя пользователя',
    usernameHint: 'Для подтверждения введите своё имя пользователя:',
    wrongUsername: 'Это не ваше имя пользователя.',
    doDelete: 'Удалить мой аккаунт',
    keep: 'Оставить аккаунт',
    requestedTitle: 'Ваш аккаунт будет удалён через 30 дней',
    requested:
      'Вы вышли из аккаунта. Если передумаете, войдите в течение 30 дней и отмените удаление.',
    toSignIn: 'Войти',
    pendingTitle: 'Ваш аккаунт будет удалён',
    pendingOn: 'Дата удаления:',
    pendingLeaves: 'Моды без другого владельца останутся, с автором «Удалённый пользователь».',
    pendingRemoves: 'Моды без другого владельца тоже будут удалены.',
    pendingAccess: 'До этого дня можно только отменить удаление. Ключи и разрешения не вернутся.',
    cancel: 'Отменить удаление',
    cancelled: 'Удаление отменено. Ваш аккаунт остаётся.',
  },
  de: {
    title: 'Konto löschen',
    lead: 'Sie können es sich 30 Tage lang anders überlegen. Danach kann niemand das Konto zurückholen.',
    atOnceTitle: 'Sofort',
    atOnce: [
      'Sie werden in allen Browsern abgemeldet.',
      'Alle Schlüssel und Tokens werden ungültig, und Anwendungen verlieren ihren Zugriff. Das lässt sich nicht rückgängig machen.',
      'Ihre Webhooks werden ausgeschaltet. Vertrauenswürdige Herausgeber, die Sie hinzugefügt haben, werden aus Ihren Mods entfernt.',
    ],
    laterTitle: 'Nach 30 Tagen',
    later: [
      'Wir entfernen Ihren Namen, Ihren Text und Ihre Links, Ihre E-Mail-Adresse, Ihr Passwort und Ihren zweiten Faktor.',
      'Sie verlassen die Teams aller Mods, die einen anderen Besitzer haben.',
      'Ihre Anwendungen und Webhooks werden gelöscht.',
      'Die Liste Ihrer Downloads wird innerhalb von 90 Tagen gelöscht.',
      'Ihr Benutzername bleibt für immer vergeben, damit sich niemand für Sie ausgeben kann. Er steht weiterhin bei den Mods, die bleiben.',
    ],
    copyFirst: 'Sie können sich vorher eine Kopie Ihrer Daten holen.',
    toCopy: 'Ihre Daten',
    staff:
      'Ihr Konto hat Mitarbeiterrechte und lässt sich deshalb nicht löschen. Bitten Sie zuerst einen Betreiber, Ihre Rolle zu entfernen.',
    mods: {
      one: 'Sie sind der einzige Besitzer von {n} Mod',
      other: 'Sie sind der einzige Besitzer von {n} Mods',
    },
    leave: 'Online lassen',
    leaveHint: 'Andere können sie weiter herunterladen. Als Autor steht dort „Gelöschtes Konto“.',
    remove: 'Löschen',
    removeHint: 'Sie werden nach den 30 Tagen mit allen Versionen und Dateien endgültig gelöscht.',
    username: 'Ihr Benutzername',
    usernameHint: 'Geben Sie zur Bestätigung Ihren Benutzernamen ein:',
    wrongUsername: 'Das ist nicht Ihr Benutzername.',
    doDelete: 'Mein Konto löschen',
    keep: 'Konto behalten',
    requestedTitle: 'Ihr Konto wird in 30 Tagen gelöscht',
    requested:
      'Sie sind abgemeldet. Wenn Sie es sich anders überlegen, melden Sie sich innerhalb von 30 Tagen an und brechen Sie die Löschung ab.',
    toSignIn: 'Anmelden',
    pendingTitle: 'Ihr Konto wird gelöscht',
    pendingOn: 'Datum der Löschung:',
    pendingLeaves: 'Mods ohne anderen Besitzer bleiben, mit „Gelöschtes Konto“ als Autor.',
    pendingRemoves: 'Mods ohne anderen Besitzer werden auch gelöscht.',
    pendingAccess:
      'Bis dahin können Sie nur die Löschung abbrechen. Schlüssel und Freigaben kommen nicht zurück.',
    cancel: 'Löschung abbrechen',
    cancelled: 'Die Löschung ist abgebrochen. Ihr Konto bleibt.',
  },
};
