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
          'You uploaded “{file}” for version {version} of “{modTitle}”. A moderator had to review it before its release.',
          '{outcome}',
        ],
        link: { label: 'Open the version', path: VERSION },
        words: {
          outcome: {
            approved:
              'The moderator approved the file. You can publish the version as soon as all its files are ready.',
            rejected:
              'The moderator rejected the file. The dashboard shows the details, and you can upload a corrected file there.',
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
            given: 'Причина указана в панели управления.',
            none: 'Модератор не назвал причину.',
          },
        },
      },
      upload_reviewed: {
        subject: 'Проверка вашего файла для мода «{modTitle}»',
        paragraphs: [
          'Вы загрузили файл «{file}» для версии {version} мода «{modTitle}». Перед публикацией его должен был проверить модератор.',
          '{outcome}',
        ],
        link: { label: 'Открыть версию', path: VERSION },
        words: {
          outcome: {
            approved:
              'Модератор одобрил файл. Версию можно опубликовать, как только будут готовы все её файлы.',
            rejected:
              'Модератор отклонил файл. Подробности — в панели управления. Там же можно загрузить исправленный файл.',
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
              'Die Moderation hat Version {version} Ihrer Mod „{modTitle}“ gesperrt. Niemand kann sie herunterladen. Sie können eine korrigierte Version veröffentlichen.',
            mod: 'Die Moderation hat Ihre Mod „{modTitle}“ gesperrt. Niemand kann sie finden oder herunterladen, und Ihr Team kann keine Versionen davon veröffentlichen.',
          },
          reason: {
            given: 'Den Grund finden Sie im Dashboard.',
            none: 'Die Moderation hat keinen Grund angegeben.',
          },
        },
      },
      upload_reviewed: {
        subject: 'Prüfung Ihrer Datei für „{modTitle}“',
        paragraphs: [
          'Sie haben „{file}“ für die Version {version} von „{modTitle}“ hochgeladen. Vor der Veröffentlichung musste die Moderation die Datei prüfen.',
          '{outcome}',
        ],
        link: { label: 'Version öffnen', path: VERSION },
        words: {
          outcome: {
            approved:
              'Die Moderation hat die Datei freigegeben. Sie können die Version veröffentlichen, sobald alle ihre Dateien bereit sind.',
            rejected:
              'Die Moderation hat die Datei abgelehnt. Die Einzelheiten finden Sie im Dashboard. Dort können Sie auch eine korrigierte Datei hochladen.',
          },
        },
      },
    },
  };
