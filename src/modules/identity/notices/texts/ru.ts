import type { NoticeLanguage } from '../notice.js';
import { FACTOR_NOTICES } from './second-factors.js';

const ROLE = {
  owner: 'владелец',
  maintainer: 'сопровождающий',
  publisher: 'издатель',
  reviewer: 'рецензент',
};

/** Messages in Russian. */
export const NOTICES_RU: NoticeLanguage = {
  greeting: 'Здравствуйте, {recipient}!',
  footer:
    'Вы получили это письмо, потому что у вас есть аккаунт на {site}. Время изменения: {time}.',
  templates: {
    team_role_changed: {
      subject: 'Ваша роль в команде мода «{modTitle}»',
      paragraphs: [
        '{change}',
        'Если вы этого не ожидали, обратитесь к владельцу мода или администраторам {site}.',
      ],
      words: {
        change: {
          added:
            'Вас добавили в команду мода «{modTitle}». Ваша роль: {role}. Кто добавил: {actor}.',
          changed:
            'Ваша роль в команде мода «{modTitle}» изменена. Новая роль: {role}. Кто изменил: {actor}.',
          removed:
            'Вас удалили из команды мода «{modTitle}». Ваша роль была: {role}. Кто удалил: {actor}.',
        },
        role: ROLE,
      },
    },
    team_owner_changed: {
      subject: 'Изменились владельцы мода «{modTitle}»',
      paragraphs: [
        '{change}',
        'Если ваша команда на это не соглашалась, смените пароль и сразу сообщите администраторам {site}.',
      ],
      words: {
        change: {
          added: 'У мода «{modTitle}» новый владелец: {member}. Кто назначил: {actor}.',
          removed: '{member} больше не владелец мода «{modTitle}». Кто изменил: {actor}.',
        },
      },
    },
    password_changed: {
      subject: 'Ваш пароль изменён',
      paragraphs: [
        'Пароль вашего аккаунта на {site} был изменён {time}.',
        '{sessions}',
        '{tokens}',
        '{applications}',
        'Если это сделали вы, ничего делать не нужно. Если нет, сразу сообщите администраторам {site}.',
      ],
      link: { label: 'Безопасность аккаунта', path: '/account/security' },
      words: {
        sessions: {
          ended: 'Во всех других браузерах выполнен выход.',
          kept: 'В других браузерах вход сохранён.',
        },
        tokens: {
          ended: 'Все личные токены и API-ключи отозваны.',
          kept: 'Личные токены и API-ключи продолжают действовать.',
        },
        applications: {
          ended: 'Приложения больше не имеют доступа к вашему аккаунту.',
          kept: 'Приложения сохранили доступ к вашему аккаунту.',
        },
      },
    },
    second_factor_changed: {
      subject: 'Ваш второй фактор изменён',
      paragraphs: [
        '{change} Время: {time}.',
        'Во всех других браузерах выполнен выход.',
        'Если это сделали вы, ничего делать не нужно. Если нет, сразу сообщите администраторам {site}.',
      ],
      link: { label: 'Безопасность аккаунта', path: '/account/security' },
      words: {
        change: {
          added: 'Для вашего аккаунта на {site} включён второй фактор.',
          replaced: 'Второй фактор вашего аккаунта на {site} заменён.',
        },
      },
    },
    ...FACTOR_NOTICES.ru,
  },
};
