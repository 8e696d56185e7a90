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
          ended:
            'A workflow that {actor} had added can no longer publish versions of the mod “{modTitle}”: {publisher}. The sign-in, key or application that added it has lost its access. If you still need the workflow, add it again.',
        },
      },
    },
  },
  ru: {
    trusted_publisher_changed: {
      subject: 'Изменились доверенные издатели мода «{modTitle}»',
      paragraphs: [
        '{change}',
        'Если ваша команда на это не соглашалась, удалите этот рабочий процесс, смените пароль и сразу сообщите администраторам {site}.',
      ],
      link: { label: 'Доверенные издатели', path: PATH },
      words: {
        change: {
          added:
            'Рабочему процессу CI разрешено публиковать версии мода «{modTitle}»: {publisher}. Кто разрешил: {actor}.',
          removed:
            'Рабочий процесс CI больше не может публиковать версии мода «{modTitle}»: {publisher}. Кто удалил: {actor}.',
          ended:
            'Рабочий процесс CI больше не может публиковать версии мода «{modTitle}»: {publisher}. Кто добавлял: {actor}. Вход, ключ или приложение, через которые его добавили, больше не имеют доступа. Если рабочий процесс ещё нужен, добавьте его снова.',
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
          ended:
            'Ein Workflow, den {actor} hinzugefügt hatte, kann keine Versionen der Mod „{modTitle}“ mehr veröffentlichen: {publisher}. Die Anmeldung, der Schlüssel oder die Anwendung, mit der er hinzugefügt wurde, hat keinen Zugriff mehr. Wenn Sie den Workflow noch brauchen, fügen Sie ihn wieder hinzu.',
        },
      },
    },
  },
};
