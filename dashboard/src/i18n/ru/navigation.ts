import type { navigation as english } from '../en/navigation';
import type { InLanguage } from '../in-language';

/** The Russian names of the views in the navigation, and of their groups. */
export const navigation: InLanguage<typeof english> = {
  'nav.label': 'Панель управления',
  'nav.menu': 'Меню',

  'nav.creator': 'Для авторов',
  'nav.moderation': 'Модерация',
  'nav.administration': 'Администрирование',

  'nav.overview': 'Обзор',
  'nav.mods': 'Ваши моды',
  'nav.statistics': 'Статистика',
  'nav.webhooks': 'Вебхуки',
  'nav.keys': 'Ключи',
  'nav.applications': 'Приложения',
  'nav.review': 'Очередь проверки',
  'nav.reports': 'Жалобы',
  'nav.takedowns': 'Снятие с публикации',
  'nav.applicationReviews': 'Проверка приложений',
  'nav.games': 'Игры',
  'nav.blocklist': 'Чёрный список',
  'nav.users': 'Пользователи',
  'nav.audit': 'Журнал действий',
  'nav.system': 'Система',
  'nav.language': 'Язык',
};
