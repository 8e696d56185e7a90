import type { Texts } from '../../kit/index.js';

/** The texts of the pages of passkeys. */
interface PasskeyTexts {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly add: string;
  readonly addTitle: string;
  readonly addWhat: string;
  readonly most: string;
  readonly name: string;
  readonly nameHint: string;
  readonly refused: string;
  readonly added: string;
  readonly renamed: string;
  readonly removed: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly never: string;
  readonly synced: string;
  readonly change: string;
  readonly rename: string;
  readonly remove: string;
  readonly removeWhat: string;
  readonly removeLast: string;
  readonly staffKeep: string;
  readonly back: string;
}

/** The texts by language. */
export const PASSKEY_TEXTS: Texts<PasskeyTexts> = {
  en: {
    title: 'Passkeys',
    lead: 'A passkey signs you in with your fingerprint, your face or the PIN of your device. It is also a second factor.',
    none: 'You have no passkeys yet.',
    add: 'Add a passkey',
    addTitle: 'Add a passkey',
    addWhat: 'Your device will ask you to confirm. All other browsers will be signed out.',
    most: 'Your account has reached the limit of passkeys. Remove one before you add another.',
    name: 'Name',
    nameHint: 'A name that tells you where the passkey is, such as the device.',
    refused: 'This passkey could not be added. Your account may have it already. Try again.',
    added: 'The passkey was added.',
    renamed: 'The passkey was renamed.',
    removed: 'The passkey was removed. You may also delete it on your device.',
    createdAt: 'Added',
    lastUsedAt: 'Last used',
    never: 'never',
    synced: 'Backed up',
    change: 'Rename or remove',
    rename: 'Rename',
    remove: 'Remove the passkey',
    removeWhat: 'It no longer signs you in, and all other browsers will be signed out.',
    removeLast:
      'This is your last second factor. Without it, your password alone gives access to your account, and your recovery codes stop working.',
    staffKeep:
      'This is your last second factor. An account with staff rights must keep at least one; set up another one first.',
    back: 'Back to the passkeys',
  },
  ru: {
    title: 'Ключи доступа',
    lead: 'Ключ доступа позволяет войти по отпечатку пальца, лицу или PIN-коду устройства. Это также второй фактор.',
    none: 'У вас пока нет ключей доступа.',
    add: 'Добавить ключ доступа',
    addTitle: 'Новый ключ доступа',
    addWhat: 'Устройство попросит подтверждение. Во всех других браузерах будет выполнен выход.',
    most: 'Достигнут предел числа ключей доступа. Удалите один, прежде чем добавить другой.',
    name: 'Название',
    nameHint: 'Название подскажет, где хранится ключ доступа, например имя устройства.',
    refused:
      'Этот ключ доступа не удалось добавить. Возможно, он уже есть у аккаунта. Попробуйте снова.',
    added: 'Ключ доступа добавлен.',
    renamed: 'Ключ доступа переименован.',
    removed: 'Ключ доступа удалён. Его можно удалить и на устройстве.',
    createdAt: 'Добавлен',
    lastUsedAt: 'Последнее использование',
    never: 'никогда',
    synced: 'Есть резервная копия',
    change: 'Переименовать или удалить',
    rename: 'Переименовать',
    remove: 'Удалить ключ доступа',
    removeWhat: 'Войти с ним станет нельзя, и во всех других браузерах будет выполнен выход.',
    removeLast:
      'Это ваш последний второй фактор. Без него для входа в аккаунт хватит одного пароля, а коды восстановления перестанут действовать.',
    staffKeep:
      'Это ваш последний второй фактор. У аккаунта с правами сотрудника должен оставаться хотя бы один; сначала настройте другой.',
    back: 'Назад к ключам доступа',
  },
  de: {
    title: 'Passkeys',
    lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN Ihres Geräts an. Er ist auch ein zweiter Faktor.',
    none: 'Sie haben noch keine Passkeys.',
    add: 'Passkey hinzufügen',
    addTitle: 'Passkey hinzufügen',
    addWhat: 'Ihr Gerät bittet Sie um eine Bestätigung. Alle anderen Browser werden abgemeldet.',
    most: 'Ihr Konto hat die Höchstzahl an Passkeys erreicht. Entfernen Sie einen, bevor Sie einen anderen hinzufügen.',
    name: 'Name',
    nameHint: 'Ein Name, der Ihnen sagt, wo der Passkey liegt, etwa das Gerät.',
    refused:
      'Dieser Passkey konnte nicht hinzugefügt werden. Vielleicht hat Ihr Konto ihn schon. Versuchen Sie es noch einmal.',
    added: 'Der Passkey wurde hinzugefügt.',
    renamed: 'Der Passkey wurde umbenannt.',
    removed: 'Der Passkey wurde entfernt. Sie können ihn auch auf Ihrem Gerät löschen.',
    createdAt: 'Hinzugefügt',
    lastUsedAt: 'Zuletzt benutzt',
    never: 'nie',
    synced: 'Gesichert',
    change: 'Umbenennen oder entfernen',
    rename: 'Umbenennen',
    remove: 'Passkey entfernen',
    removeWhat:
      'Sie können sich damit nicht mehr anmelden, und alle anderen Browser werden abgemeldet.',
    removeLast:
      'Das ist Ihr letzter zweiter Faktor. Ohne ihn reicht Ihr Passwort allein für den Zugang zu Ihrem Konto, und Ihre Wiederherstellungscodes gelten nicht mehr.',
    staffKeep:
      'Das ist Ihr letzter zweiter Faktor. Ein Konto mit Mitarbeiterrechten muss mindestens einen behalten; richten Sie zuerst einen anderen ein.',
    back: 'Zurück zu den Passkeys',
  },
};
