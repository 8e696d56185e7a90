import { LIMITS } from '../../../registry/limits.js';
import type { Texts } from '../../kit/index.js';

/** The page texts for a list address with an expired cursor, a long search or bad filters. */
interface WayBackTexts {
  readonly title: string;
  readonly howOther: string;
  readonly titles: Readonly<Record<'cursor' | 'q', string>>;
  readonly how: Readonly<Record<'cursor' | 'q', string>>;
  readonly first: string;
  readonly all: string;
  readonly search: string;
  readonly find: string;
}

/** The texts by language. */
export const WAY_BACK_TEXTS: Texts<WayBackTexts> = {
  en: {
    title: "These filters don't work",
    howOther:
      'The address contains a filter or a value that does not exist here. Start with all mods, and choose the filters there.',
    titles: { cursor: 'This page of the list has expired', q: 'This search is too long' },
    how: {
      cursor:
        'The list has changed since the link was made, or the link is incomplete. Begin with its first page.',
      q: `A search has at most ${LIMITS.searchTextCharacters} characters. Try a few words of the title.`,
    },
    first: 'First page',
    all: 'Show all mods',
    search: 'Search all mods',
    find: 'Search',
  },
  ru: {
    title: 'Эти фильтры не подходят',
    howOther:
      'В адресе указан фильтр или значение, которых здесь нет. Откройте все моды и выберите фильтры там.',
    titles: { cursor: 'Эта страница списка устарела', q: 'Слишком длинный запрос' },
    how: {
      cursor:
        'Список изменился с тех пор, как появилась ссылка, или ссылка неполная. Начните с первой страницы.',
      q: `В запросе может быть не больше ${LIMITS.searchTextCharacters} символов. Попробуйте несколько слов из названия.`,
    },
    first: 'Первая страница',
    all: 'Показать все моды',
    search: 'Поиск по всем модам',
    find: 'Найти',
  },
  de: {
    title: 'Diese Filter passen nicht',
    howOther:
      'Die Adresse enthält einen Filter oder Wert, den es hier nicht gibt. Öffnen Sie alle Mods und wählen Sie die Filter dort.',
    titles: { cursor: 'Diese Seite der Liste ist abgelaufen', q: 'Diese Suche ist zu lang' },
    how: {
      cursor:
        'Die Liste hat sich seit dem Link geändert, oder der Link ist unvollständig. Beginnen Sie mit der ersten Seite.',
      q: `Eine Suche hat höchstens ${LIMITS.searchTextCharacters} Zeichen. Versuchen Sie es mit ein paar Wörtern aus dem Titel.`,
    },
    first: 'Erste Seite',
    all: 'Alle Mods anzeigen',
    search: 'Alle Mods durchsuchen',
    find: 'Suchen',
  },
};
