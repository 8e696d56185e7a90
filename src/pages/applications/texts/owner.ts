import type { Texts } from '../../kit/index.js';

/** The texts of the pages for owners. */
interface OwnerTexts {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly register: string;
  readonly clientId: string;
  readonly publicKind: string;
  readonly confidentialKind: string;
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

/** The texts by language. */
export const OWNER_TEXTS: Texts<OwnerTexts> = {
  en: {
    title: 'Your applications',
    lead: 'Programs of yours that other people let act for them, by OAuth. Each has a client ID of its own, which no two programs share.',
    none: 'You have not registered any application yet.',
    register: 'Register an application',
    clientId: 'Client ID',
    publicKind: 'Public',
    confidentialKind: 'Confidential',
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
