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
    lead: 'Your programs that other people can allow to act for them, through OAuth. Each program has its own client ID.',
    none: "You haven't registered any applications yet.",
    register: 'Register an application',
    clientId: 'Client ID',
    publicKind: 'Public',
    confidentialKind: 'Confidential',
    save: 'Save changes',
    saveWarning:
      "This application is approved. If you change its name or add a redirect URI, it needs a new review. Until then it can't ask for the approved rights.",
    cancel: 'Cancel',
    back: 'All your applications',
    about: 'About the application',
    kind: 'Kind',
    registeredOn: 'Registered',
    settings: 'Settings',
    review: 'Review',
    reviewNeeded: 'These rights need a review:',
    reviewGoesOn: 'An administrator is reviewing the application for these rights:',
    reviewSubmit: 'Submit for review',
    reviewWaits: 'Waiting for review',
    reviewDone: 'Reviewed',
    reviewRejected: 'Not approved',
    reviewerSays: 'Note from the reviewer:',
    switchedOff: 'Disabled',
    remove: 'Delete this application',
    removeWhat:
      "It stops working at once, and you can't undo this. Everyone's approvals end, and its client ID is never used again.",
    removeTitle: (name) => `Delete ${name}?`,
    removeDo: 'Delete permanently',
    registered: 'The application is registered.',
    saved: 'The changes are saved.',
    submitted: 'The application is under review. You will see the result here.',
    deleted: 'The application is deleted.',
    nothingToReview: 'There is nothing to review at the moment.',
  },
  ru: {
    title: 'Ваши приложения',
    lead: 'Ваши программы, которым другие люди могут разрешить действовать от их имени через OAuth. У каждой программы свой client ID.',
    none: 'Вы ещё не зарегистрировали ни одного приложения.',
    register: 'Зарегистрировать приложение',
    clientId: 'Client ID',
    publicKind: 'Публичное',
    confidentialKind: 'Конфиденциальное',
    save: 'Сохранить изменения',
    saveWarning:
      'Это приложение одобрено. Если изменить название или добавить адрес возврата, понадобится новая проверка. До её окончания приложение не сможет запрашивать одобренные права.',
    cancel: 'Отмена',
    back: 'Все ваши приложения',
    about: 'О приложении',
    kind: 'Вид',
    registeredOn: 'Зарегистрировано',
    settings: 'Настройки',
    review: 'Проверка',
    reviewNeeded: 'Для этих прав нужна проверка:',
    reviewGoesOn: 'Администратор проверяет приложение из-за этих прав:',
    reviewSubmit: 'Отправить на проверку',
    reviewWaits: 'Ожидает проверки',
    reviewDone: 'Проверено',
    reviewRejected: 'Не одобрено',
    reviewerSays: 'Комментарий проверяющего:',
    switchedOff: 'Отключено',
    remove: 'Удалить приложение',
    removeWhat:
      'Оно сразу перестанет работать, и отменить это нельзя. Все данные ему разрешения перестанут действовать, а его client ID больше никогда не будет использован.',
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
    lead: 'Ihre Programme, denen andere über OAuth erlauben können, in ihrem Namen zu handeln. Jedes Programm hat seine eigene Client-ID.',
    none: 'Sie haben noch keine Anwendung registriert.',
    register: 'Anwendung registrieren',
    clientId: 'Client-ID',
    publicKind: 'Öffentlich',
    confidentialKind: 'Vertraulich',
    save: 'Änderungen speichern',
    saveWarning:
      'Diese Anwendung ist genehmigt. Wenn Sie den Namen ändern oder eine Rücksprungadresse hinzufügen, ist eine neue Prüfung nötig. Bis dahin kann die Anwendung nicht um die genehmigten Rechte bitten.',
    cancel: 'Abbrechen',
    back: 'Alle Ihre Anwendungen',
    about: 'Über die Anwendung',
    kind: 'Art',
    registeredOn: 'Registriert',
    settings: 'Einstellungen',
    review: 'Prüfung',
    reviewNeeded: 'Diese Rechte brauchen eine Prüfung:',
    reviewGoesOn: 'Die Administration prüft die Anwendung wegen dieser Rechte:',
    reviewSubmit: 'Zur Prüfung einreichen',
    reviewWaits: 'Wartet auf Prüfung',
    reviewDone: 'Geprüft',
    reviewRejected: 'Nicht genehmigt',
    reviewerSays: 'Anmerkung aus der Prüfung:',
    switchedOff: 'Deaktiviert',
    remove: 'Anwendung löschen',
    removeWhat:
      'Sie funktioniert sofort nicht mehr. Das lässt sich nicht rückgängig machen. Alle Freigaben enden, und die Client-ID wird nie wieder vergeben.',
    removeTitle: (name) => `${name} löschen?`,
    removeDo: 'Endgültig löschen',
    registered: 'Die Anwendung wurde registriert.',
    saved: 'Die Änderungen wurden gespeichert.',
    submitted: 'Die Anwendung wird geprüft. Das Ergebnis sehen Sie hier.',
    deleted: 'Die Anwendung wurde gelöscht.',
    nothingToReview: 'Im Moment gibt es nichts zu prüfen.',
  },
};
