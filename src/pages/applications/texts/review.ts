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
    lead: 'These applications ask for rights that need a review. The oldest comes first.',
    none: 'No application is waiting for review.',
    by: 'by',
    more: 'Show more',
    owner: 'Owner',
    redirectUris: 'Redirect URIs',
    noRedirectUris: 'None: device flow only',
    hasAlready: 'Can already ask for',
    nothing: 'Only the basic rights',
    decide: 'Decision',
    own: 'This is your own application. Another administrator must review it.',
    allow: 'Allow it to ask for',
    allowHint: 'The owner has to submit unchecked rights again.',
    allowNone: 'Choose at least one right, or reject the application.',
    allowOdd: 'Choose only rights that are waiting for review.',
    note: 'Note to the owner',
    noteHint: 'Required if you reject: what has to change?',
    noteMissing: 'Tell the owner what has to change.',
    noteLong: 'Shorten the note.',
    approve: 'Approve',
    reject: 'Reject',
    back: 'All applications to review',
    notWaiting:
      'This application is not waiting for review. Another administrator may have decided already.',
    changed:
      'The application was changed after you opened it, or another administrator decided first. Your decision was not saved. Check the application again.',
    switchOff: 'Disable the application',
    switchOffWhat:
      'Use this against abuse. Nobody can sign in to the application any more, and its tokens are rejected at once.',
    switchOn: 'Enable the application',
    switchOnWhat: 'The application is disabled. If you enable it, its unexpired tokens work again.',
    approved: 'The application is approved.',
    rejected: 'The application is rejected.',
    disabled: 'The application is disabled.',
    enabled: 'The application is enabled.',
  },
  ru: {
    title: 'Приложения на проверке',
    lead: 'Эти приложения запрашивают права, для которых нужна проверка. Сначала самые старые.',
    none: 'Нет приложений, ожидающих проверки.',
    by: 'владелец',
    more: 'Показать ещё',
    owner: 'Владелец',
    redirectUris: 'Адреса возврата',
    noRedirectUris: 'Нет: только вход с другого устройства',
    hasAlready: 'Уже может запрашивать',
    nothing: 'Только базовые права',
    decide: 'Решение',
    own: 'Это ваше собственное приложение. Его должен проверить другой администратор.',
    allow: 'Разрешить запрашивать',
    allowHint: 'Неотмеченные права владельцу придётся отправить на проверку снова.',
    allowNone: 'Отметьте хотя бы одно право или отклоните приложение.',
    allowOdd: 'Выбирайте только права, ожидающие проверки.',
    note: 'Сообщение владельцу',
    noteHint: 'Обязательно при отклонении: что нужно изменить?',
    noteMissing: 'Объясните владельцу, что нужно изменить.',
    noteLong: 'Сократите сообщение.',
    approve: 'Одобрить',
    reject: 'Отклонить',
    back: 'Все приложения на проверке',
    notWaiting:
      'Это приложение не ожидает проверки. Возможно, решение уже принял другой администратор.',
    changed:
      'Приложение изменилось после того, как вы его открыли, или другой администратор уже принял решение. Ваше решение не сохранено. Проверьте приложение ещё раз.',
    switchOff: 'Отключить приложение',
    switchOffWhat:
      'На случай злоупотреблений. Войти в приложение станет нельзя, а его токены сразу перестанут приниматься.',
    switchOn: 'Включить приложение',
    switchOnWhat:
      'Приложение отключено. Если его включить, токены с неистёкшим сроком снова заработают.',
    approved: 'Приложение одобрено.',
    rejected: 'Приложение отклонено.',
    disabled: 'Приложение отключено.',
    enabled: 'Приложение включено.',
  },
  de: {
    title: 'Anwendungen zur Prüfung',
    lead: 'Diese Anwendungen möchten um Rechte bitten, die eine Prüfung brauchen. Die älteste steht zuerst.',
    none: 'Keine Anwendung wartet auf eine Prüfung.',
    by: 'von',
    more: 'Mehr anzeigen',
    owner: 'Besitzer',
    redirectUris: 'Rücksprungadressen',
    noRedirectUris: 'Keine: nur Anmeldung über ein anderes Gerät',
    hasAlready: 'Kann schon bitten um',
    nothing: 'Nur die Basisrechte',
    decide: 'Entscheidung',
    own: 'Das ist Ihre eigene Anwendung. Jemand anders aus der Administration muss sie prüfen.',
    allow: 'Kann künftig bitten um',
    allowHint: 'Nicht angekreuzte Rechte muss der Besitzer erneut einreichen.',
    allowNone: 'Wählen Sie mindestens ein Recht, oder lehnen Sie die Anwendung ab.',
    allowOdd: 'Wählen Sie nur Rechte, die auf eine Prüfung warten.',
    note: 'Nachricht an den Besitzer',
    noteHint: 'Bei einer Ablehnung nötig: Was muss sich ändern?',
    noteMissing: 'Sagen Sie dem Besitzer, was sich ändern muss.',
    noteLong: 'Kürzen Sie die Nachricht.',
    approve: 'Genehmigen',
    reject: 'Ablehnen',
    back: 'Alle Anwendungen zur Prüfung',
    notWaiting:
      'Diese Anwendung wartet nicht auf eine Prüfung. Vielleicht hat schon jemand anders entschieden.',
    changed:
      'Die Anwendung wurde geändert, seit Sie sie geöffnet haben, oder jemand anders hat schon entschieden. Ihre Entscheidung wurde nicht gespeichert. Prüfen Sie die Anwendung noch einmal.',
    switchOff: 'Anwendung deaktivieren',
    switchOffWhat:
      'Bei Missbrauch: Niemand kann sich mehr bei der Anwendung anmelden, und ihre Tokens werden sofort abgewiesen.',
    switchOn: 'Anwendung aktivieren',
    switchOnWhat:
      'Die Anwendung ist deaktiviert. Wenn Sie sie aktivieren, gelten nicht abgelaufene Tokens wieder.',
    approved: 'Die Anwendung wurde genehmigt.',
    rejected: 'Die Anwendung wurde abgelehnt.',
    disabled: 'Die Anwendung wurde deaktiviert.',
    enabled: 'Die Anwendung wurde aktiviert.',
  },
};
