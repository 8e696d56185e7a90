import type { Texts } from '../../kit/index.js';

/** The texts of the review pages. */
interface ReviewTexts {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly by: string;
  readonly more: string;
  readonly owner: string;
  readonly redirectUris: string;
  readonly noRedirectUris: string;
  readonly hasAlready: string;
  readonly nothing: string;
  readonly decide: string;
  readonly own: string;
  readonly allow: string;
  readonly allowHint: string;
  readonly allowNone: string;
  readonly allowOdd: string;
  readonly note: string;
  readonly noteHint: string;
  readonly noteMissing: string;
  readonly noteLong: string;
  readonly approve: string;
  readonly reject: string;
  readonly back: string;
  readonly notWaiting: string;
  readonly changed: string;
  readonly switchOff: string;
  readonly switchOffWhat: string;
  readonly switchOn: string;
  readonly switchOnWhat: string;
  readonly approved: string;
  readonly rejected: string;
  readonly disabled: string;
  readonly enabled: string;
}

/** The texts by language. */
export const REVIEW_TEXTS: Texts<ReviewTexts> = {
  en: {
    title: 'Applications to review',
    lead: 'Their owners ask for permissions that nobody is asked for before somebody has looked. The oldest application is the first.',
    none: 'Nothing waits for a review.',
    by: 'by',
    more: 'Show more',
    owner: 'Owner',
    redirectUris: 'Redirect URIs',
    noRedirectUris: 'None: device flow only',
    hasAlready: 'May ask for this already',
    nothing: 'Nothing besides base permissions',
    decide: 'Decide',
    own: 'This is your own application. Another administrator has to review it.',
    allow: 'Allow it to ask people for',
    allowHint: 'What you leave out goes on waiting until it is submitted again.',
    allowNone: 'Choose at least one, or reject the application.',
    allowOdd: 'Choose among what waits for a review.',
    note: 'Note to the owner',
    noteHint: 'Needed to reject: what has to change?',
    noteMissing: 'Tell the owner why.',
    noteLong: 'Make it shorter.',
    approve: 'Approve',
    reject: 'Reject',
    back: 'All applications to review',
    notWaiting: 'No review of this application is going on. Perhaps somebody else was faster.',
    changed:
      'The application was changed since you opened it, or somebody else was faster. Nothing was decided; look at it again.',
    switchOff: 'Switch it off',
    switchOffWhat:
      'For abuse: nobody can sign in to the application any more, and its tokens are refused at once, everywhere.',
    switchOn: 'Switch it on again',
    switchOnWhat: 'It was switched off. Tokens that have not run out work again.',
    approved: 'The application is approved.',
    rejected: 'The application is rejected.',
    disabled: 'The application is switched off.',
    enabled: 'The application is switched on.',
  },
  ru: {
    title: 'Приложения на проверке',
    lead: 'Их владельцы просят разрешения, о которых никого не спрашивают, пока приложение кто-нибудь не посмотрит. Самое старое стоит первым.',
    none: 'Ничего не ждёт проверки.',
    by: 'владелец',
    more: 'Показать ещё',
    owner: 'Владелец',
    redirectUris: 'Адреса возврата',
    noRedirectUris: 'Нет: только вход с другого устройства',
    hasAlready: 'Уже может просить',
    nothing: 'Ничего, кроме базовых разрешений',
    decide: 'Решение',
    own: 'Это ваше собственное приложение. Его должен проверить другой администратор.',
    allow: 'Разрешить просить людей',
    allowHint: 'Что вы не отметите, будет ждать, пока его не отправят снова.',
    allowNone: 'Отметьте хотя бы одно или отклоните приложение.',
    allowOdd: 'Выбирайте из того, что ждёт проверки.',
    note: 'Сообщение владельцу',
    noteHint: 'Обязательно при отказе: что нужно изменить?',
    noteMissing: 'Объясните владельцу причину.',
    noteLong: 'Напишите короче.',
    approve: 'Одобрить',
    reject: 'Отклонить',
    back: 'Все приложения на проверке',
    notWaiting: 'Проверка этого приложения сейчас не идёт. Возможно, кто-то успел раньше.',
    changed:
      'Приложение изменилось после того, как вы его открыли, или кто-то успел раньше. Ничего не решено; посмотрите ещё раз.',
    switchOff: 'Отключить',
    switchOffWhat:
      'При злоупотреблении: никто больше не сможет войти в приложение, а его токены сразу и везде перестанут приниматься.',
    switchOn: 'Включить снова',
    switchOnWhat: 'Приложение отключено. Токены, срок которых не истёк, снова заработают.',
    approved: 'Приложение одобрено.',
    rejected: 'Приложение отклонено.',
    disabled: 'Приложение отключено.',
    enabled: 'Приложение включено.',
  },
  de: {
    title: 'Anwendungen zur Prüfung',
    lead: 'Sie möchten um Rechte bitten, um die erst gebeten werden darf, wenn jemand hingesehen hat. Die älteste steht zuerst.',
    none: 'Nichts wartet auf eine Prüfung.',
    by: 'von',
    more: 'Mehr zeigen',
    owner: 'Eigentümer',
    redirectUris: 'Rücksprungadressen',
    noRedirectUris: 'Keine: nur Anmeldung über ein anderes Gerät',
    hasAlready: 'Darf schon bitten um',
    nothing: 'Nichts außer den Grundrechten',
    decide: 'Entscheidung',
    own: 'Das ist Ihre eigene Anwendung. Prüfen muss sie jemand anderes aus der Administration.',
    allow: 'Darf künftig bitten um',
    allowHint: 'Was Sie auslassen, wartet, bis es erneut eingereicht wird.',
    allowNone: 'Wählen Sie mindestens eines, oder lehnen Sie die Anwendung ab.',
    allowOdd: 'Wählen Sie aus dem, was auf eine Prüfung wartet.',
    note: 'Nachricht an den Eigentümer',
    noteHint: 'Bei einer Ablehnung nötig: Was muss sich ändern?',
    noteMissing: 'Sagen Sie dem Eigentümer, warum.',
    noteLong: 'Fassen Sie sich kürzer.',
    approve: 'Genehmigen',
    reject: 'Ablehnen',
    back: 'Alle Anwendungen zur Prüfung',
    notWaiting: 'Diese Anwendung wird gerade nicht geprüft. Vielleicht war jemand schneller.',
    changed:
      'Die Anwendung wurde geändert, seit Sie sie geöffnet haben, oder jemand war schneller. Es wurde nichts entschieden; sehen Sie noch einmal hin.',
    switchOff: 'Abschalten',
    switchOffWhat:
      'Bei Missbrauch: Niemand kann sich mehr bei der Anwendung anmelden, und ihre Tokens werden sofort überall abgewiesen.',
    switchOn: 'Wieder einschalten',
    switchOnWhat: 'Sie ist abgeschaltet. Tokens, die nicht abgelaufen sind, gelten dann wieder.',
    approved: 'Die Anwendung ist genehmigt.',
    rejected: 'Die Anwendung ist abgelehnt.',
    disabled: 'Die Anwendung ist abgeschaltet.',
    enabled: 'Die Anwendung ist eingeschaltet.',
  },
};
