import type { Locale } from '../../../../registry/error-texts.js';
import type { NoticeText } from '../notice.js';

type TakedownTemplate = 'content_taken_down';

const PATH = '/dashboard/mods/{modId}';

/** Messages about versions and mods that a moderator took down, by language. */
export const TAKEDOWN_NOTICES: Readonly<Record<Locale, Record<TakedownTemplate, NoticeText>>> = {
  en: {
    content_taken_down: {
      subject: 'A moderator took something of “{modTitle}” down',
      paragraphs: ['{content}', '{reason} If you do not agree, write to the operators of {site}.'],
      link: { label: 'Open the dashboard', path: PATH },
      words: {
        content: {
          version:
            'A moderator took version {version} of your mod “{modTitle}” down. Nobody can download it. You can publish a corrected version.',
          mod: 'A moderator took your mod “{modTitle}” down. Nobody can find or download it, and your team cannot publish versions of it.',
        },
        reason: {
          given: 'The reason of the moderator is in the dashboard.',
          none: 'The moderator gave no reason.',
        },
      },
    },
  },
  ru: {
    content_taken_down: {
      subject: 'Модератор снял с публикации часть мода «{modTitle}»',
      paragraphs: ['{content}', '{reason} Если вы не согласны, напишите администраторам {site}.'],
      link: { label: 'Открыть панель управления', path: PATH },
      words: {
        content: {
          version:
            'Модератор снял с публикации версию {version} вашего мода «{modTitle}». Скачать её нельзя. Вы можете опубликовать исправленную версию.',
          mod: 'Модератор снял с публикации ваш мод «{modTitle}». Его нельзя найти и скачать, и ваша команда не может публиковать его версии.',
        },
        reason: {
          given: 'Причину модератора можно прочитать в панели управления.',
          none: 'Модератор не назвал причину.',
        },
      },
    },
  },
  de: {
    content_taken_down: {
      subject: 'Die Moderation hat etwas von „{modTitle}“ gesperrt',
      paragraphs: [
        '{content}',
        '{reason} Wenn Sie nicht einverstanden sind, schreiben Sie den Betreibern von {site}.',
      ],
      link: { label: 'Dashboard öffnen', path: PATH },
      words: {
        content: {
          version:
            'Die Moderation hat die Version {version} Ihrer Mod „{modTitle}“ gesperrt. Niemand kann sie herunterladen. Sie können eine korrigierte Version veröffentlichen.',
          mod: 'Die Moderation hat Ihre Mod „{modTitle}“ gesperrt. Niemand kann sie finden oder herunterladen, und Ihr Team kann keine Versionen davon veröffentlichen.',
        },
        reason: {
          given: 'Den Grund lesen Sie im Dashboard.',
          none: 'Die Moderation hat keinen Grund angegeben.',
        },
      },
    },
  },
};
