import type { Locale } from '../../../../registry/error-texts.js';
import type { NoticeText } from '../notice.js';

type ModerationTemplate = 'content_taken_down' | 'upload_reviewed';

const MOD = '/dashboard/mods/{modId}';
const VERSION = `${MOD}/versions/{versionId}`;

/** Messages about what moderators decided about mods, versions and files, by language. */
export const MODERATION_NOTICES: Readonly<Record<Locale, Record<ModerationTemplate, NoticeText>>> =
  {
    en: {
      content_taken_down: {
        subject: 'Takedown notice for “{modTitle}”',
        paragraphs: [
          '{content}',
          '{reason} If you do not agree, write to the operators of {site}.',
        ],
        link: { label: 'Open the dashboard', path: MOD },
        words: {
          content: {
            version:
              'A moderator took version {version} of your mod “{modTitle}” down. Players cannot download it. You can publish a corrected version.',
            mod: 'A moderator took your mod “{modTitle}” down. Players cannot find or download it, and your team cannot publish versions of it.',
          },
          reason: {
            given: "The dashboard shows the moderator's reason.",
            none: 'The moderator gave no reason.',
          },
        },
      },
      upload_reviewed: {
        subject: 'Review of your file for “{modTitle}”',
        paragraphs: [
          'You sent “{file}” for version {version} of “{modTitle}”. Before anyone can download it, a moderator had to review it.',
          '{outcome}',
        ],
        link: { label: 'Open the version', path: VERSION },
        words: {
          outcome: {
            approved: 'The moderator approved the file. It is ready for the version.',
            rejected:
              'The moderator rejected the file. The dashboard shows the details, and you can send a corrected file there.',
          },
        },
      },
    },
    ru: {
      content_taken_down: {
        subject: 'Снятие с публикации: «{modTitle}»',
        paragraphs: ['{content}', '{reason} Если вы не согласны, напишите администраторам {site}.'],
        link: { label: 'Открыть панель управления', path: MOD },
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
      upload_reviewed: {
        subject: 'Проверка вашего файла для мода «{modTitle}»',
        paragraphs: [
          'Вы отправили файл «{file}» для версии {version} мода «{modTitle}». Прежде чем его можно будет скачать, его должен был проверить модератор.',
          '{outcome}',
        ],
        link: { label: 'Открыть версию', path: VERSION },
        words: {
          outcome: {
            approved: 'Модератор одобрил файл. Он готов для этой версии.',
            rejected:
              'Модератор отклонил файл. Подробности можно прочитать в панели управления. Там же можно отправить исправленный файл.',
          },
        },
      },
    },
    de: {
      content_taken_down: {
        subject: 'Sperrung durch die Moderation: „{modTitle}“',
        paragraphs: [
          '{content}',
          '{reason} Wenn Sie nicht einverstanden sind, schreiben Sie den Betreibern von {site}.',
        ],
        link: { label: 'Dashboard öffnen', path: MOD },
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
      upload_reviewed: {
        subject: 'Prüfung Ihrer Datei für „{modTitle}“',
        paragraphs: [
          'Sie haben „{file}“ für die Version {version} von „{modTitle}“ gesendet. Bevor jemand die Datei herunterladen kann, musste die Moderation sie prüfen.',
          '{outcome}',
        ],
        link: { label: 'Version öffnen', path: VERSION },
        words: {
          outcome: {
            approved: 'Die Moderation hat die Datei freigegeben. Sie ist bereit für die Version.',
            rejected:
              'Die Moderation hat die Datei abgelehnt. Die Einzelheiten lesen Sie im Dashboard. Dort können Sie eine korrigierte Datei senden.',
          },
        },
      },
    },
  };
