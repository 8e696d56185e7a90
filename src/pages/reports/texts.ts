import type { ReportReason } from '../../registry/reviews.js';
import type { Texts } from '../kit/index.js';

/** The texts of the pages of reports. */
interface ReportTexts {
  readonly title: string;
  readonly about: string;
  readonly withoutAccount: string;
  readonly signIn: string;
  readonly reason: string;
  readonly reasonMissing: string;
  readonly text: string;
  readonly textHint: string;
  readonly textMissing: string;
  readonly textLong: string;
  readonly email: string;
  readonly emailHint: string;
  readonly emailWrong: string;
  readonly send: string;
  readonly thanks: string;
  readonly thanksUser: string;
  readonly thanksAnyone: string;
  readonly back: string;
  readonly decisionTitle: string;
  readonly mod: string;
  readonly state: string;
  readonly statement: string;
  readonly appeal: string;
  readonly appealStatement: string;
  readonly appealTitle: string;
  readonly appealHow: string;
  readonly appealText: string;
  readonly doAppeal: string;
  readonly appealed: string;
  readonly reasons: Readonly<
    Record<ReportReason, { readonly label: string; readonly hint: string }>
  >;
  readonly states: Readonly<Record<'upheld' | 'appealed' | 'confirmed' | 'overturned', string>>;
}

/** The texts by language. */
export const REPORT_TEXTS: Texts<ReportTexts> = {
  en: {
    title: 'Report a mod',
    about: 'You are reporting the mod',
    withoutAccount: 'You do not need an account to report a mod. If you have one, sign in first.',
    signIn: 'Sign in',
    reason: 'What is wrong with it?',
    reasonMissing: 'Choose a reason.',
    text: 'Describe it',
    textHint: 'What happened, and where can we see it? Name the version and the file if you can.',
    textMissing: 'Describe what is wrong, without invisible characters.',
    textLong: 'The text is too long. Shorten it.',
    email: 'Your e-mail address (optional)',
    emailHint: 'We send you one message with the outcome. Then we delete the address.',
    emailWrong: 'Enter a valid e-mail address, such as name@example.org.',
    send: 'Send the report',
    thanks: 'Thank you',
    thanksUser: 'A moderator will look at the mod. We will send you the outcome by e-mail.',
    thanksAnyone: 'A moderator will look at the mod.',
    back: 'Back to the mod',
    decisionTitle: 'A report about your mod',
    mod: 'Mod',
    state: 'State',
    statement: "Moderator's reason",
    appeal: 'Your appeal',
    appealStatement: 'Reason for the decision about the appeal',
    appealTitle: 'Appeal',
    appealHow: 'You can appeal once. Another moderator then decides. Last day:',
    appealText: 'Why is the decision wrong?',
    doAppeal: 'Send the appeal',
    appealed: 'Your appeal was sent. We will send you the decision by e-mail.',
    reasons: {
      malware: { label: 'Malware', hint: 'It harms the computer, spies or steals data.' },
      stolen: {
        label: "Someone else's work",
        hint: 'It was published without the permission of its author.',
      },
      illegal: { label: 'Illegal content', hint: 'It breaks a law.' },
      other: {
        label: 'Something else',
        hint: 'It breaks the rules of this service in another way.',
      },
    },
    states: {
      upheld: 'upheld',
      appealed: 'appeal under review',
      confirmed: 'upheld on appeal',
      overturned: 'overturned on appeal',
    },
  },
  ru: {
    title: 'Пожаловаться на мод',
    about: 'Вы жалуетесь на мод',
    withoutAccount: 'Пожаловаться можно и без аккаунта. Если он у вас есть, сначала войдите.',
    signIn: 'Войти',
    reason: 'Что с ним не так?',
    reasonMissing: 'Выберите причину.',
    text: 'Опишите проблему',
    textHint: 'Что произошло и где это видно? По возможности назовите версию и файл.',
    textMissing: 'Опишите, что не так, без невидимых символов.',
    textLong: 'Текст слишком длинный. Сократите его.',
    email: 'Ваш адрес эл. почты (необязательно)',
    emailHint: 'Мы пришлём одно письмо с результатом, а затем удалим адрес.',
    emailWrong: 'Введите правильный адрес эл. почты, например name@example.org.',
    send: 'Отправить жалобу',
    thanks: 'Спасибо',
    thanksUser: 'Модератор проверит мод. Результат мы пришлём по почте.',
    thanksAnyone: 'Модератор проверит мод.',
    back: 'Назад к моду',
    decisionTitle: 'Жалоба на ваш мод',
    mod: 'Мод',
    state: 'Состояние',
    statement: 'Объяснение модератора',
    appeal: 'Ваша апелляция',
    appealStatement: 'Объяснение решения по апелляции',
    appealTitle: 'Апелляция',
    appealHow: 'Апелляцию можно подать один раз. Её рассмотрит другой модератор. Последний день:',
    appealText: 'Почему решение неверно?',
    doAppeal: 'Подать апелляцию',
    appealed: 'Апелляция отправлена. Решение мы пришлём по почте.',
    reasons: {
      malware: {
        label: 'Вредоносный код',
        hint: 'Он вредит компьютеру, шпионит или крадёт данные.',
      },
      stolen: { label: 'Чужая работа', hint: 'Опубликован без разрешения автора.' },
      illegal: { label: 'Незаконное содержимое', hint: 'Он нарушает закон.' },
      other: { label: 'Другое', hint: 'Он нарушает другие правила сервиса.' },
    },
    states: {
      upheld: 'жалоба принята',
      appealed: 'апелляция ожидает решения',
      confirmed: 'принята и после апелляции',
      overturned: 'отклонена после апелляции',
    },
  },
  de: {
    title: 'Mod melden',
    about: 'Sie melden die Mod',
    withoutAccount:
      'Zum Melden brauchen Sie kein Konto. Wenn Sie eines haben, melden Sie sich vorher an.',
    signIn: 'Anmelden',
    reason: 'Was ist damit nicht in Ordnung?',
    reasonMissing: 'Wählen Sie einen Grund.',
    text: 'Beschreiben Sie es',
    textHint: 'Was ist passiert, und wo ist es zu sehen? Nennen Sie möglichst Version und Datei.',
    textMissing: 'Beschreiben Sie, was nicht stimmt, ohne unsichtbare Zeichen.',
    textLong: 'Der Text ist zu lang. Kürzen Sie ihn.',
    email: 'Ihre E-Mail-Adresse (optional)',
    emailHint:
      'Wir schicken Ihnen eine Nachricht mit dem Ergebnis. Danach löschen wir die Adresse.',
    emailWrong: 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.org.',
    send: 'Meldung senden',
    thanks: 'Danke',
    thanksUser: 'Ein Moderator sieht sich die Mod an. Das Ergebnis schicken wir Ihnen per E-Mail.',
    thanksAnyone: 'Ein Moderator sieht sich die Mod an.',
    back: 'Zurück zur Mod',
    decisionTitle: 'Eine Meldung zu Ihrer Mod',
    mod: 'Mod',
    state: 'Stand',
    statement: 'Begründung des Moderators',
    appeal: 'Ihr Einspruch',
    appealStatement: 'Begründung der Entscheidung über den Einspruch',
    appealTitle: 'Einspruch',
    appealHow:
      'Sie können einmal Einspruch einlegen. Dann entscheidet ein anderer Moderator. Letzter Tag:',
    appealText: 'Warum ist die Entscheidung falsch?',
    doAppeal: 'Einspruch senden',
    appealed: 'Ihr Einspruch wurde gesendet. Die Entscheidung schicken wir Ihnen per E-Mail.',
    reasons: {
      malware: {
        label: 'Schadsoftware',
        hint: 'Die Mod schadet dem Computer, spioniert oder stiehlt Daten.',
      },
      stolen: { label: 'Fremdes Werk', hint: 'Ohne Erlaubnis des Urhebers veröffentlicht.' },
      illegal: { label: 'Illegaler Inhalt', hint: 'Die Mod verstößt gegen ein Gesetz.' },
      other: {
        label: 'Etwas anderes',
        hint: 'Die Mod verstößt gegen andere Regeln dieses Dienstes.',
      },
    },
    states: {
      upheld: 'berechtigt',
      appealed: 'Einspruch wird geprüft',
      confirmed: 'auch nach dem Einspruch berechtigt',
      overturned: 'nach dem Einspruch hinfällig',
    },
  },
};
