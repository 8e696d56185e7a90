import { LIMITS } from '../../registry/limits.js';
import type { PluralForms, Texts } from '../kit/index.js';
import type { ShownKey } from './data.js';

/** The texts of the pages of tokens and keys. */
interface KeyTexts {
  readonly title: string;
  readonly lead: string;
  readonly create: string;
  readonly createLead: string;
  readonly none: string;
  readonly ended: string;
  readonly more: string;
  readonly revoked: string;
  readonly prefix: string;
  readonly mods: string;
  readonly expires: string;
  readonly expiresNever: string;
  /** Labels the time until which a replaced secret works. */
  readonly retires: string;
  readonly used: string;
  readonly never: string;
  readonly made: string;
  readonly rotate: string;
  readonly revoke: string;
  readonly allMods: string;
  readonly noMods: string;
  readonly name: string;
  readonly nameHint: string;
  readonly nameMissing: string;
  readonly nameOdd: string;
  readonly nameTaken: string;
  readonly scopes: string;
  readonly scopesHint: string;
  readonly scopesMissing: string;
  readonly stepUp: string;
  readonly modsHint: string;
  readonly modsOdd: string;
  readonly noOwnMods: string;
  /** Labels the field for mods of the user that the list does not contain. */
  readonly unlistedMods: string;
  readonly unlistedModsHint: string;
  readonly lifetime: string;
  readonly doCreate: string;
  readonly secretOnce: string;
  readonly secretUse: string;
  readonly secretKept: string;
  readonly rotateTitle: string;
  readonly rotateWhat: string;
  readonly revokeTitle: string;
  readonly revokeWhat: string;
  readonly cancel: string;
  readonly kinds: Readonly<Record<ShownKey['kind'], string>>;
  readonly states: Readonly<Record<ShownKey['state'], string>>;
  readonly rights: PluralForms;
  readonly someMods: PluralForms;
  readonly days: (days: number) => string;
}

/** How long the old secret of a replaced key works. */
const OVERLAP_MINUTES = LIMITS.apiKeyOverlapSeconds / 60;

/** The texts by language. */
export const KEY_TEXTS: Texts<KeyTexts> = {
  en: {
    title: 'Keys and tokens',
    lead: 'A key lets a program act for you: a build that uploads versions, or a script that reads your webhooks. Each key has only the rights and mods that you give it.',
    create: 'Create a key',
    createLead: 'Give the key only what the program needs. You can revoke it at any time.',
    none: 'You have no keys yet.',
    ended: 'Expired and revoked keys',
    more: 'Show more',
    revoked: 'The key is revoked. Programs that use it no longer have access.',
    prefix: 'Begins with',
    mods: 'Mods',
    expires: 'Expires',
    expiresNever: 'never',
    retires: 'The old secret works until',
    used: 'Last used',
    never: 'never',
    made: 'Created',
    rotate: 'Replace',
    revoke: 'Revoke',
    allMods: 'all your mods',
    noMods: 'none; it cannot change mods',
    name: 'Name',
    nameHint: 'For example the program or the server that uses it. Only you see it.',
    nameMissing: 'Give the key a name.',
    nameOdd: 'Choose another name without invisible characters.',
    nameTaken: 'You already have a valid key with this name. Choose another name.',
    scopes: 'Rights',
    scopesHint: 'Choose as few as possible.',
    scopesMissing: 'Choose at least one right.',
    stepUp: 'needs your second factor',
    modsHint: 'The key can change only these mods. New mods are not added automatically.',
    modsOdd: 'Check the mods: one of them does not exist, or you are not in its team.',
    noOwnMods: 'You have no mods yet, so the key can only read.',
    unlistedMods: 'Further mods',
    unlistedModsHint: 'The ids of mods that are not in the list, one per line.',
    lifetime: 'The key is valid for',
    doCreate: 'Create the key',
    secretOnce: 'Copy this secret now. We cannot show it again.',
    secretUse:
      'Anyone who has it can use the rights of the key. Store it like a password, and never in a public repository.',
    secretKept: 'I have stored it',
    rotateTitle: 'Replace this key?',
    rotateWhat: `You get a new secret with the same rights. The old one still works for ${OVERLAP_MINUTES} minutes. Change your programs within this time.`,
    revokeTitle: 'Revoke this key?',
    revokeWhat:
      'Programs that use it lose their access at once. Keys that it created stop working too. You cannot undo this, but you can create another key.',
    cancel: 'Cancel',
    kinds: { pat: 'personal token', api_key: 'API key', account_key: 'account key' },
    states: { active: 'valid', retiring: 'being replaced', revoked: 'revoked', expired: 'expired' },
    rights: { one: '{n} right', other: '{n} rights' },
    someMods: { one: '{n} mod', other: '{n} mods' },
    days: (days) => `${days} days`,
  },
  ru: {
    title: 'Ключи и токены',
    lead: 'Ключ позволяет программе действовать от вашего имени: например, сборке загружать версии или скрипту читать ваши вебхуки. У каждого ключа только те права и моды, которые вы ему дали.',
    create: 'Создать ключ',
    createLead: 'Дайте ключу только то, что нужно программе. Отозвать его можно в любой момент.',
    none: 'У вас пока нет ключей.',
    ended: 'Истёкшие и отозванные ключи',
    more: 'Показать ещё',
    revoked: 'Ключ отозван. Программы, которые его используют, больше не имеют доступа.',
    prefix: 'Начинается с',
    mods: 'Моды',
    expires: 'Истекает',
    expiresNever: 'бессрочно',
    retires: 'Старый секрет действует до',
    used: 'Последнее использование',
    never: 'ещё не использовался',
    made: 'Создан',
    rotate: 'Заменить',
    revoke: 'Отозвать',
    allMods: 'все ваши моды',
    noMods: 'нет; он не может менять моды',
    name: 'Название',
    nameHint: 'Например, программа или сервер, где он используется. Его видите только вы.',
    nameMissing: 'Дайте ключу название.',
    nameOdd: 'Выберите другое название без невидимых символов.',
    nameTaken: 'У вас уже есть действующий ключ с таким названием. Выберите другое.',
    scopes: 'Права',
    scopesHint: 'Выберите как можно меньше.',
    scopesMissing: 'Выберите хотя бы одно право.',
    stepUp: 'нужен второй фактор',
    modsHint: 'Ключ может менять только эти моды. Новые моды не добавляются автоматически.',
    modsOdd: 'Проверьте моды: одного из них нет, или вы не состоите в его команде.',
    noOwnMods: 'У вас пока нет модов, поэтому ключ сможет только читать.',
    unlistedMods: 'Другие моды',
    unlistedModsHint: 'Идентификаторы модов, которых нет в списке, по одному в строке.',
    lifetime: 'Ключ действует',
    doCreate: 'Создать ключ',
    secretOnce: 'Скопируйте этот секрет сейчас. Показать его ещё раз мы не сможем.',
    secretUse:
      'Любой, кто его узнает, может пользоваться правами ключа. Храните его как пароль и никогда не кладите в публичный репозиторий.',
    secretKept: 'Секрет сохранён',
    rotateTitle: 'Заменить этот ключ?',
    rotateWhat: `Вы получите новый секрет с теми же правами. Старый действует ещё ${OVERLAP_MINUTES} минут: обновите программы за это время.`,
    revokeTitle: 'Отозвать этот ключ?',
    revokeWhat:
      'Программы, которые его используют, сразу потеряют доступ. Созданные им ключи тоже перестанут действовать. Отменить это нельзя, но можно создать другой ключ.',
    cancel: 'Отмена',
    kinds: { pat: 'личный токен', api_key: 'API-ключ', account_key: 'ключ аккаунта' },
    states: { active: 'действует', retiring: 'заменяется', revoked: 'отозван', expired: 'истёк' },
    rights: { one: '{n} право', few: '{n} права', many: '{n} прав', other: '{n} права' },
    someMods: { one: '{n} мод', few: '{n} мода', many: '{n} модов', other: '{n} мода' },
    days: (days) => `${days} дней`,
  },
  de: {
    title: 'Schlüssel und Tokens',
    lead: 'Mit einem Schlüssel handelt ein Programm in Ihrem Namen: etwa ein Build, der Versionen hochlädt, oder ein Skript, das Ihre Webhooks liest. Jeder Schlüssel hat nur die Rechte und Mods, die Sie ihm geben.',
    create: 'Schlüssel erstellen',
    createLead:
      'Geben Sie dem Schlüssel nur, was das Programm braucht. Sie können ihn jederzeit widerrufen.',
    none: 'Sie haben noch keine Schlüssel.',
    ended: 'Abgelaufene und widerrufene Schlüssel',
    more: 'Mehr anzeigen',
    revoked:
      'Der Schlüssel ist widerrufen. Programme, die ihn benutzen, haben keinen Zugriff mehr.',
    prefix: 'Beginnt mit',
    mods: 'Mods',
    expires: 'Läuft ab',
    expiresNever: 'nie',
    retires: 'Das alte Geheimnis gilt bis',
    used: 'Zuletzt benutzt',
    never: 'noch nie',
    made: 'Erstellt',
    rotate: 'Ersetzen',
    revoke: 'Widerrufen',
    allMods: 'alle Ihre Mods',
    noMods: 'keine; er kann keine Mods ändern',
    name: 'Name',
    nameHint: 'Zum Beispiel das Programm oder der Server, der ihn benutzt. Nur Sie sehen ihn.',
    nameMissing: 'Geben Sie dem Schlüssel einen Namen.',
    nameOdd: 'Wählen Sie einen anderen Namen ohne unsichtbare Zeichen.',
    nameTaken:
      'Sie haben schon einen gültigen Schlüssel mit diesem Namen. Wählen Sie einen anderen.',
    scopes: 'Rechte',
    scopesHint: 'Wählen Sie so wenige wie möglich.',
    scopesMissing: 'Wählen Sie mindestens ein Recht.',
    stepUp: 'braucht Ihren zweiten Faktor',
    modsHint: 'Der Schlüssel kann nur diese Mods ändern. Neue Mods kommen nicht automatisch hinzu.',
    modsOdd: 'Prüfen Sie die Mods: Eine davon gibt es nicht, oder Sie sind nicht in ihrem Team.',
    noOwnMods: 'Sie haben noch keine Mods; der Schlüssel kann also nur lesen.',
    unlistedMods: 'Weitere Mods',
    unlistedModsHint: 'Die IDs von Mods, die nicht in der Liste sind, eine pro Zeile.',
    lifetime: 'Der Schlüssel gilt',
    doCreate: 'Schlüssel erstellen',
    secretOnce: 'Kopieren Sie dieses Geheimnis jetzt. Wir können es nicht noch einmal anzeigen.',
    secretUse:
      'Wer es hat, kann die Rechte des Schlüssels nutzen. Bewahren Sie es wie ein Passwort auf und legen Sie es nie in ein öffentliches Repository.',
    secretKept: 'Ich habe es gespeichert',
    rotateTitle: 'Diesen Schlüssel ersetzen?',
    rotateWhat: `Sie bekommen ein neues Geheimnis mit denselben Rechten. Das alte gilt noch ${OVERLAP_MINUTES} Minuten. Stellen Sie Ihre Programme in dieser Zeit um.`,
    revokeTitle: 'Diesen Schlüssel widerrufen?',
    revokeWhat:
      'Programme, die ihn benutzen, verlieren sofort ihren Zugriff. Auch Schlüssel, die er erstellt hat, werden ungültig. Das lässt sich nicht rückgängig machen; Sie können aber einen anderen Schlüssel erstellen.',
    cancel: 'Abbrechen',
    kinds: { pat: 'persönliches Token', api_key: 'API-Schlüssel', account_key: 'Kontoschlüssel' },
    states: {
      active: 'gültig',
      retiring: 'wird ersetzt',
      revoked: 'widerrufen',
      expired: 'abgelaufen',
    },
    rights: { one: '{n} Recht', other: '{n} Rechte' },
    someMods: { one: '{n} Mod', other: '{n} Mods' },
    days: (days) => `${days} Tage`,
  },
};
