import type { Texts } from '../../kit/index.js';

/** The texts of the account key pages. */
interface AccountKeyTexts {
  readonly title: string;
  readonly lead: string;
  readonly key: string;
  readonly made: string;
  readonly used: string;
  readonly never: string;
  readonly may: string;
  readonly reveal: string;
  readonly revealHow: string;
  readonly rotate: string;
  readonly rotateTitle: string;
  readonly rotateWhat: string;
  readonly rotateDo: string;
  readonly rotatedAlready: string;
  readonly cancel: string;
  readonly shown: string;
  readonly back: string;
}

/** The texts by language. */
export const ACCOUNT_KEY_TEXTS: Texts<AccountKeyTexts> = {
  en: {
    title: 'Account key',
    lead: "One key for your own tools. It does not expire, and it works for your whole account. Don't share it.",
    key: 'Key',
    made: 'Created',
    used: 'Last used',
    never: 'never',
    may: 'It can:',
    reveal: 'Show the key',
    revealHow: 'You need your second factor to show or replace the key.',
    rotate: 'Replace the key',
    rotateTitle: 'Replace the account key?',
    rotateWhat: 'The current key stops working at once, in every tool that uses it.',
    rotateDo: 'Replace it now',
    rotatedAlready:
      'The key has been replaced since this page was opened. The new key works. To replace it too, confirm again.',
    cancel: 'Cancel',
    shown: 'Anyone who has this key can act as you. Store it like a password.',
    back: 'Hide the key',
  },
  ru: {
    title: 'Ключ аккаунта',
    lead: 'Один ключ для ваших собственных инструментов. Он бессрочный и действует для всего аккаунта. Никому его не передавайте.',
    key: 'Ключ',
    made: 'Создан',
    used: 'Последнее использование',
    never: 'ещё не использовался',
    may: 'Он позволяет:',
    reveal: 'Показать ключ',
    revealHow: 'Чтобы показать или заменить ключ, нужен второй фактор.',
    rotate: 'Заменить ключ',
    rotateTitle: 'Заменить ключ аккаунта?',
    rotateWhat: 'Нынешний ключ сразу перестанет действовать во всех инструментах, где он указан.',
    rotateDo: 'Заменить сейчас',
    rotatedAlready:
      'Ключ уже заменили после открытия этой страницы. Новый ключ действует. Чтобы заменить и его, подтвердите ещё раз.',
    cancel: 'Отмена',
    shown:
      'Любой, у кого есть этот ключ, может действовать от вашего имени. Храните его как пароль.',
    back: 'Скрыть ключ',
  },
  de: {
    title: 'Kontoschlüssel',
    lead: 'Ein Schlüssel für Ihre eigenen Werkzeuge. Er läuft nicht ab und gilt für Ihr ganzes Konto. Geben Sie ihn nicht weiter.',
    key: 'Schlüssel',
    made: 'Erstellt',
    used: 'Zuletzt benutzt',
    never: 'noch nie',
    may: 'Er kann:',
    reveal: 'Schlüssel anzeigen',
    revealHow: 'Zum Anzeigen und Ersetzen brauchen Sie Ihren zweiten Faktor.',
    rotate: 'Schlüssel ersetzen',
    rotateTitle: 'Kontoschlüssel ersetzen?',
    rotateWhat: 'Der jetzige Schlüssel funktioniert dann sofort in keinem Werkzeug mehr.',
    rotateDo: 'Jetzt ersetzen',
    rotatedAlready:
      'Der Schlüssel wurde ersetzt, seit diese Seite geöffnet wurde. Der neue Schlüssel gilt. Um auch ihn zu ersetzen, bestätigen Sie noch einmal.',
    cancel: 'Abbrechen',
    shown:
      'Wer diesen Schlüssel hat, kann in Ihrem Namen handeln. Bewahren Sie ihn wie ein Passwort auf.',
    back: 'Schlüssel verbergen',
  },
};
