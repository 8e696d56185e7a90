import { problem, type RegisteredError } from '../../../registry/errors.js';

/** `invalid_state` for a change of an application that an admin disabled. */
export function appDisabled(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'The application is disabled; ask an admin to enable it, then try again.',
      ru: 'Приложение отключено; попросите администратора включить его и повторите попытку.',
      de: 'Die Anwendung ist deaktiviert; bitten Sie einen Administrator, sie zu aktivieren, und versuchen Sie es erneut.',
    },
  });
}

/** `invalid_state` for the submission of an application without a scope that needs a review. */
export function nothingToReview(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'No scope of the application needs a review; add a sensitive scope first, or use the application as it is.',
      ru: 'Ни одно право приложения не требует проверки; сначала добавьте право, которое её требует, или используйте приложение как есть.',
      de: 'Kein Recht der Anwendung braucht eine Prüfung; fügen Sie zuerst ein solches Recht hinzu, oder nutzen Sie die Anwendung, wie sie ist.',
    },
  });
}

/** `invalid_state_transition` for the submission of an application that waits or was changed. */
export function notSubmittable(): RegisteredError {
  return problem('invalid_state_transition', {
    detail: {
      en: 'A review of the application is already pending, or the application was changed meanwhile; read it again, and submit it only if no review is pending.',
      ru: 'Проверка приложения уже идёт, или приложение тем временем изменилось; запросите его заново и отправляйте на проверку, только если она не идёт.',
      de: 'Eine Prüfung der Anwendung läuft schon, oder die Anwendung wurde inzwischen geändert; rufen Sie sie neu ab und reichen Sie sie nur ein, wenn keine Prüfung läuft.',
    },
  });
}

/** `invalid_state_transition` for a decision about an application that waits for none. */
export function noReviewPending(): RegisteredError {
  return problem('invalid_state_transition', {
    detail: {
      en: 'The application is not waiting for a review; its owner has to submit it first.',
      ru: 'Проверка этого приложения не запрошена; сначала его владелец должен отправить его на проверку.',
      de: 'Für die Anwendung ist keine Prüfung beantragt; zuerst muss ihr Besitzer sie einreichen.',
    },
  });
}

/** `invalid_state` for a new secret of a public application. */
export function withoutSecret(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'A public application has no secret; register a confidential application if you need one.',
      ru: 'У публичного приложения нет секрета; если он нужен, зарегистрируйте конфиденциальное приложение.',
      de: 'Eine öffentliche Anwendung hat kein Geheimnis; registrieren Sie eine vertrauliche, wenn Sie eines brauchen.',
    },
  });
}
