import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';

/** `invalid_state` for an account that has no account key. */
export function noAccountKey(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'The account has no account key yet; call openAccountKey to create it.',
      ru: 'У аккаунта ещё нет ключа; создайте его вызовом openAccountKey.',
      de: 'Das Konto hat noch keinen Kontoschlüssel; legen Sie ihn mit openAccountKey an.',
    },
  });
}

/** `invalid_state` for an account key whose secret can no longer be decrypted. */
export function lostSecret(cause: unknown): RegisteredError {
  return problem('invalid_state', {
    cause,
    detail: {
      en: 'The secret of the account key can no longer be shown; rotate the key to get a new secret.',
      ru: 'Секрет ключа аккаунта больше нельзя показать; замените ключ, чтобы получить новый секрет.',
      de: 'Das Geheimnis des Kontoschlüssels lässt sich nicht mehr anzeigen; ersetzen Sie den Schlüssel, um ein neues zu erhalten.',
    },
  });
}

/** `invalid_state` for a rotation of an account key that another request has rotated. */
export function rotatedMeanwhile(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'Another request has rotated the account key; open the key again and use the new one.',
      ru: 'Другой запрос уже заменил ключ аккаунта; откройте ключ заново и используйте новый.',
      de: 'Eine andere Anfrage hat den Kontoschlüssel schon ersetzt; öffnen Sie ihn erneut und verwenden Sie den neuen.',
    },
  });
}

/** `forbidden` for a key that an application's token would create or rotate. */
export function keyOfApplication(): RegisteredError {
  return problem('forbidden', {
    detail: {
      en: 'The token of an application cannot create or rotate keys; sign in on the website, or use a key or token of the account.',
      ru: 'Токен приложения не может создавать или заменять ключи; войдите на сайт или используйте ключ или токен аккаунта.',
      de: 'Das Token einer Anwendung kann keine Schlüssel anlegen oder ersetzen; melden Sie sich auf der Website an oder verwenden Sie einen Schlüssel oder ein Token des Kontos.',
    },
  });
}

/** `forbidden` for the rotation of a key that would outlive the credential of the caller. */
export function outlivesCredential(): RegisteredError {
  return problem('forbidden', {
    detail: {
      en: 'The key would outlive the credential of this request (expires_at); use a credential that lasts longer, or sign in on the website.',
      ru: 'Ключ действовал бы дольше учётных данных этого запроса (expires_at); используйте данные с большим сроком действия или войдите на сайт.',
      de: 'Der Schlüssel würde länger gelten als die Zugangsdaten dieser Anfrage (expires_at); verwenden Sie Zugangsdaten, die länger gelten, oder melden Sie sich auf der Website an.',
    },
  });
}

/** How many mods a detail names. */
const NAMED_AT_MOST = 5;

/**
 * `resource_scope_denied` for a key with mods that the credential does not cover. Pass an empty list
 * for a key that covers all mods.
 */
export function modsOutOfReach(modIds: readonly string[]): RegisteredError {
  if (modIds.length === 0) {
    return problem('resource_scope_denied', {
      detail: {
        en: 'resource_grants covers all mods, but your credential covers only some; name mods from among these, or use a credential for all mods.',
        ru: 'resource_grants охватывает все моды, а ваши учётные данные — лишь некоторые; укажите моды из их числа или используйте учётные данные для всех модов.',
        de: 'resource_grants umfasst alle Mods, Ihre Zugangsdaten aber nur einige; nennen Sie nur solche Mods oder verwenden Sie Zugangsdaten für alle Mods.',
      },
    });
  }
  const names = modIds.slice(0, NAMED_AT_MOST).map(shown).join(', ');
  return problem('resource_scope_denied', {
    detail: {
      en: `Your credential does not cover ${names} of resource_grants; leave this out, or use a credential that covers it.`,
      ru: `Ваши учётные данные не распространяются на ${names} из resource_grants; уберите это или используйте подходящие учётные данные.`,
      de: `Ihre Zugangsdaten gelten nicht für ${names} aus resource_grants; lassen Sie das weg oder verwenden Sie passende Zugangsdaten.`,
    },
  });
}

/** `not_found` for a mod that an operator names for a token. */
export function unknownMod(id: string): RegisteredError {
  const mod = shown(id);
  return problem('not_found', {
    detail: {
      en: `There is no mod ${mod}; copy its id from the catalog.`,
      ru: `Мода ${mod} нет; возьмите его идентификатор из каталога.`,
      de: `Es gibt keine Mod ${mod}; übernehmen Sie ihre ID aus dem Katalog.`,
    },
  });
}
