import { problem, type RegisteredError } from '../registry/errors.js';

/** `gone` for an object that was withdrawn or deleted for good. The id is a UUID of the service. */
export function goneObject(id: string): RegisteredError {
  return problem('gone', {
    detail: {
      en: `${id} was withdrawn or deleted for good; stop using this id and read the list again.`,
      ru: `Объект ${id} отозван или удалён навсегда; больше не используйте этот идентификатор и запросите список заново.`,
      de: `${id} wurde zurückgezogen oder endgültig gelöscht; verwenden Sie diese ID nicht mehr und rufen Sie die Liste neu ab.`,
    },
  });
}

/** `resource_scope_denied` for one mod that the credential does not cover. */
export function outOfReach(modId: string): RegisteredError {
  return problem('resource_scope_denied', {
    detail: {
      en: `Your credential does not cover the mod ${modId}; use one that names this mod in resource_grants or covers all mods.`,
      ru: `Ваши учётные данные не распространяются на мод ${modId}; используйте данные, в resource_grants которых есть этот мод, или данные для всех модов.`,
      de: `Ihre Zugangsdaten gelten nicht für die Mod ${modId}; verwenden Sie solche, die diese Mod in resource_grants nennen oder für alle Mods gelten.`,
    },
  });
}

/** `resource_scope_denied` for an action on the whole account by a credential for some mods. */
export function wholeAccountOnly(): RegisteredError {
  return problem('resource_scope_denied', {
    detail: {
      en: 'Your credential is limited to the mods in its resource_grants, and this concerns the whole account; use a credential for all mods.',
      ru: 'Ваши учётные данные действуют только для модов из resource_grants, а это касается всего аккаунта; используйте учётные данные для всех модов.',
      de: 'Ihre Zugangsdaten gelten nur für die Mods in resource_grants, dies betrifft aber das ganze Konto; verwenden Sie Zugangsdaten für alle Mods.',
    },
  });
}

/** `forbidden` for a staff decision in a matter of the viewer's own. `log` says why, in the log. */
export function conflictOfInterest(log: string): RegisteredError {
  return problem('forbidden', {
    log,
    detail: {
      en: 'You are involved in this yourself, so you cannot decide about it; leave the decision to another moderator or admin.',
      ru: 'Это касается вас самих, поэтому решать вам нельзя; предоставьте решение другому модератору или администратору.',
      de: 'Sie sind selbst beteiligt und können darüber nicht entscheiden; überlassen Sie die Entscheidung einem anderen Moderator oder Administrator.',
    },
  });
}

/** `forbidden` for an operation that only a browser session may call. */
export function sessionOnly(): RegisteredError {
  return problem('forbidden', {
    detail: {
      en: 'Tokens and keys cannot do this; sign in on the website and do it there.',
      ru: 'Токенам и ключам это недоступно; войдите на сайт и сделайте это там.',
      de: 'Mit Tokens und Schlüsseln ist das nicht möglich; melden Sie sich auf der Website an und tun Sie es dort.',
    },
  });
}

/** `forbidden` for an account without the platform role `role`. */
export function roleNeeded(role: 'moderator' | 'admin'): RegisteredError {
  return problem('forbidden', {
    detail: {
      en: `This needs an account with the role "${role}"; use such an account, or ask the operator for the role.`,
      ru: `Для этого нужен аккаунт с ролью «${role}»; используйте такой аккаунт или попросите роль у оператора.`,
      de: `Dafür ist ein Konto mit der Rolle „${role}“ nötig; verwenden Sie ein solches oder bitten Sie den Betreiber um die Rolle.`,
    },
  });
}
