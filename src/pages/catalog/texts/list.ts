import type { PluralForms, Texts } from '../../kit/index.js';
import type { CatalogFilters, Sort } from '../query.js';

/** The texts of the list of mods. */
interface ListTexts {
  readonly title: string;
  readonly titleOf: (game: string) => string;
  readonly titleFound: (q: string, game: string | null) => string;
  readonly found: (q: string) => string;
  readonly description: string;
  readonly search: string;
  readonly apply: string;
  readonly sort: string;
  readonly sorts: Readonly<Record<Sort, string>>;
  readonly filters: string;
  readonly names: Readonly<Record<keyof CatalogFilters, string>>;
  readonly more: PluralForms;
  readonly chosen: string;
  readonly remove: string;
  readonly removeAll: string;
  readonly count: PluralForms;
  readonly atLeast: (count: string) => string;
  readonly none: string;
  readonly noneFiltered: string;
  readonly noneFound: string;
  readonly noneYet: string;
  readonly showAll: string;
}

/** The texts by language. */
export const LIST_TEXTS: Texts<ListTexts> = {
  en: {
    title: 'Mods',
    titleOf: (game) => `Mods for ${game}`,
    titleFound: (q, game) => `“${q}” · ${game === null ? 'Mods' : `Mods for ${game}`}`,
    found: (q) => `Results for “${q}”`,
    description: 'Search all mods, and filter them by game, category, loader and game version.',
    search: 'Search by title or description',
    apply: 'Search',
    sort: 'Sort by',
    sorts: {
      relevance: 'Best match',
      latest: 'Newest',
      trending: 'Trending',
      downloads: 'Most downloads',
    },
    filters: 'Filters',
    names: {
      game: 'Game',
      category: 'Category',
      loader: 'Loader',
      gameVersion: 'Game version',
      author: 'Author',
    },
    more: { other: 'Show {n} more' },
    chosen: 'Active filters',
    remove: '– remove this filter',
    removeAll: 'Remove all filters',
    count: { one: '{n} mod found', other: '{n} mods found' },
    atLeast: (count) => `At least ${count}`,
    none: 'No mods here',
    noneFiltered: 'No mod matches all of these filters. Remove one of them, or all.',
    noneFound: 'No mod has all of these words. Check the spelling, or try fewer words.',
    noneYet: 'No mod is published yet.',
    showAll: 'Show all mods',
  },
  ru: {
    title: 'Моды',
    titleOf: (game) => `Моды для ${game}`,
    titleFound: (q, game) => `«${q}» · ${game === null ? 'Моды' : `Моды для ${game}`}`,
    found: (q) => `Результаты для «${q}»`,
    description: 'Поиск по всем модам с фильтрами по игре, категории, загрузчику и версии игры.',
    search: 'Поиск по названию или описанию',
    apply: 'Найти',
    sort: 'Сортировка',
    sorts: {
      relevance: 'По соответствию',
      latest: 'Сначала новые',
      trending: 'Сейчас популярные',
      downloads: 'По числу скачиваний',
    },
    filters: 'Фильтры',
    names: {
      game: 'Игра',
      category: 'Категория',
      loader: 'Загрузчик',
      gameVersion: 'Версия игры',
      author: 'Автор',
    },
    more: { other: 'Показать ещё {n}' },
    chosen: 'Выбранные фильтры',
    remove: '— убрать этот фильтр',
    removeAll: 'Убрать все фильтры',
    count: {
      one: 'Найден {n} мод',
      few: 'Найдено {n} мода',
      many: 'Найдено {n} модов',
      other: 'Найдено {n} мода',
    },
    atLeast: (count) => `${count} или больше`,
    none: 'Модов нет',
    noneFiltered: 'Ни один мод не подходит под все фильтры. Уберите один из них или все сразу.',
    noneFound: 'Нет мода со всеми этими словами. Проверьте написание или сократите запрос.',
    noneYet: 'Пока никто не опубликовал мод.',
    showAll: 'Показать все моды',
  },
  de: {
    title: 'Mods',
    titleOf: (game) => `Mods für ${game}`,
    titleFound: (q, game) => `„${q}“ · ${game === null ? 'Mods' : `Mods für ${game}`}`,
    found: (q) => `Ergebnisse für „${q}“`,
    description:
      'Alle Mods durchsuchen und nach Spiel, Kategorie, Loader und Spielversion filtern.',
    search: 'Nach Titel oder Beschreibung suchen',
    apply: 'Suchen',
    sort: 'Sortieren nach',
    sorts: {
      relevance: 'Beste Treffer',
      latest: 'Neueste zuerst',
      trending: 'Gerade beliebt',
      downloads: 'Meiste Downloads',
    },
    filters: 'Filter',
    names: {
      game: 'Spiel',
      category: 'Kategorie',
      loader: 'Loader',
      gameVersion: 'Spielversion',
      author: 'Autor',
    },
    // “1 weitere” would not fit a game or a loader.
    more: { one: 'Noch {n} anzeigen', other: '{n} weitere anzeigen' },
    chosen: 'Aktive Filter',
    remove: '– diesen Filter entfernen',
    removeAll: 'Alle Filter entfernen',
    count: { one: '{n} Mod gefunden', other: '{n} Mods gefunden' },
    atLeast: (count) => `Mindestens ${count}`,
    none: 'Keine Mods',
    noneFiltered: 'Keine Mod passt zu allen Filtern. Entfernen Sie einen davon oder alle.',
    noneFound:
      'Keine Mod enthält alle diese Wörter. Prüfen Sie die Schreibweise, oder suchen Sie mit weniger Wörtern.',
    noneYet: 'Noch hat niemand eine Mod veröffentlicht.',
    showAll: 'Alle Mods anzeigen',
  },
};
