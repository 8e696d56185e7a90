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
  readonly cancel: string;
  readonly shown: string;
  readonly back: string;
}

/** The texts by language. */
export const ACCOUNT_KEY_TEXTS: Texts<AccountKeyTexts> = {
  en: {
    title: 'Account key',
    lead: 'One key for tools of your own. It does not run out, and it reaches all of your account: give it to nobody.',
    key: 'Key',
    made: 'Made',
    used: 'Last used',
    never: 'never',
    may: 'It may:',
    reveal: 'Show the key',
    revealHow: 'To show or replace it you need your second factor.',
    rotate: 'Replace the key',
    rotateTitle: 'Replace the account key?',
    rotateWhat: 'The key that you have now stops working at once, in every tool that uses it.',
    rotateDo: 'Replace it now',
    cancel: 'Cancel',
    shown: 'Whoever has this key acts as you. Keep it where you keep passwords.',
    back: 'Hide the key',
  },
  ru: {
    title: 'Ключ аккаунта',
    lead: 'Один ключ для ваших собственных инструментов. Он бессрочный и действует для всего аккаунта: никому его не давайте.',
    key: 'Ключ',
    made: 'Создан',
    used: 'Последнее использование',
    never: 'ещё не использовался',
    may: 'Он позволяет:',
    reveal: 'Показать ключ',
    revealHow: 'Чтобы показать или заменить его, нужен ваш второй фактор.',
    rotate: 'Заменить ключ',
    rotateTitle: 'Заменить ключ аккаунта?',
    rotateWhat: 'Нынешний ключ сразу перестанет действовать во всех инструментах, где он указан.',
    rotateDo: 'Заменить сейчас',
    cancel: 'Отмена',
    shown: 'У кого есть этот ключ, тот действует от вашего имени. Храните его там же, где пароли.',
    back: 'Скрыть ключ',
  },
  de: {
    title: 'Kontoschlüssel',
    lead: 'Ein Schlüssel für Ihre eigenen Werkzeuge. Er läuft nicht ab und gilt für Ihr ganzes Konto: Geben Sie ihn niemandem.',
    key: 'Schlüssel',
    made: 'Erstellt',
    used: 'Zuletzt benutzt',
    never: 'noch nie',
    may: 'Er darf:',
    reveal: 'Schlüssel zeigen',
    revealHow: 'Um ihn zu zeigen oder zu ersetzen, brauchen Sie Ihren zweiten Faktor.',
    rotate: 'Schlüssel ersetzen',
    rotateTitle: 'Kontoschlüssel ersetzen?',
    rotateWhat:
      'Der jetzige Schlüssel gilt sofort nicht mehr, in keinem Werkzeug, das ihn benutzt.',
    rotateDo: 'Jetzt ersetzen',
    cancel: 'Abbrechen',
    shown:
      'Wer diesen Schlüssel hat, handelt in Ihrem Namen. Bewahren Sie ihn auf, wo Ihre Passwörter sind.',
    back: 'Schlüssel verbergen',
  },
};
