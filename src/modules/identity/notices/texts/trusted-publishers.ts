import type { Locale } from '../../../../registry/error-texts.js';
import type { NoticeText } from '../notice.js';

type PublisherTemplate = 'trusted_publisher_changed';

const PATH = '/account/publishers/{modId}';

/** Messages about the workflows that may publish versions of a mod, by language. */
export const PUBLISHER_NOTICES: Readonly<Record<Locale, Record<PublisherTemplate, NoticeText>>> = {
  en: {
    trusted_publisher_changed: {
      subject: 'The trusted publishers of “{modTitle}” have changed',
      paragraphs: [
        '{change}',
        'If your team did not agree to this, remove the workflow, change your password and contact the operators of {site} now.',
      ],
      link: { label: 'Trusted publishers', path: PATH },
      words: {
        change: {
          added:
            '{actor} allowed a workflow to publish versions of the mod “{modTitle}”: {publisher}.',
          removed:
            '{actor} removed a workflow that could publish versions of the mod “{modTitle}”: {publisher}.',
        },
      },
    },
  },
  ru: {
    trusted_publisher_changed: {
      subject: 'Изменились доверенные издатели мода «{modTitle}»',
      paragraphs: [
        '{change}',
        'Если ваша команда на это не соглашалась, удалите этот процесс, смените пароль и сразу сообщите администраторам {site}.',
      ],
      link: { label: 'Доверенные издатели', path: PATH },
      words: {
        change: {
          added:
            'Процессу CI разрешено публиковать версии мода «{modTitle}»: {publisher}. Кто разрешил: {actor}.',
          removed:
            'Процесс CI больше не может публиковать версии мода «{modTitle}»: {publisher}. Кто удалил: {actor}.',
        },
      },
    },
  },
  de: {
    trusted_publisher_changed: {
      subject: 'Die vertrauenswürdigen Herausgeber von „{modTitle}“ haben sich geändert',
      paragraphs: [
        '{change}',
        'Wenn Ihr Team dem nicht zugestimmt hat, entfernen Sie den Workflow, ändern Sie Ihr Passwort und wenden Sie sich sofort an die Betreiber von {site}.',
      ],
      link: { label: 'Vertrauenswürdige Herausgeber', path: PATH },
      words: {
        change: {
          added:
            '{actor} erlaubt einem Workflow, Versionen der Mod „{modTitle}“ zu veröffentlichen: {publisher}.',
          removed:
            '{actor} hat einen Workflow entfernt, der Versionen der Mod „{modTitle}“ veröffentlichen konnte: {publisher}.',
        },
      },
    },
  },
};
