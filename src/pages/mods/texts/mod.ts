import type { Locale } from '../../../registry/error-texts.js';
import { plural, type Texts } from '../../kit/index.js';

/** The texts around every page of a mod, and of its own page. */
interface ModTexts {
  readonly mods: string;
  readonly by: string;
  readonly overview: string;
  readonly versions: string;
  readonly plan: string;
  readonly parts: string;
  readonly feed: string;
  readonly downloads: (count: number) => string;
  readonly downloadsTitle: string;
  readonly updated: string;
  readonly published: string;
  readonly game: string;
  readonly gameVersions: string;
  readonly loaders: string;
  readonly categories: string;
  readonly license: string;
  readonly author: string;
  readonly homepage: string;
  readonly source: string;
  readonly links: string;
  readonly about: string;
  readonly details: string;
  readonly report: string;
  readonly pictures: string;
  readonly picture: (at: number, of: number) => string;
  readonly close: string;
  readonly next: string;
  readonly previous: string;
  readonly changelog: (version: string) => string;
  readonly recent: string;
  readonly allVersions: string;
  readonly latest: string;
  readonly noRelease: string;
  readonly noDescription: string;
  readonly more: (count: number) => string;
  readonly otherLanguage: string;
  readonly states: Readonly<Record<'draft' | 'hidden' | 'archived' | 'deleted', string>>;
  /** Leads the team of a mod to the dashboard. */
  readonly edit: string;
  readonly feedTitle: (title: string) => string;
  readonly slugTitle: (slug: string) => string;
  readonly slugWhich: string;
}

const counted = (locale: Locale, forms: Parameters<typeof plural>[2]) => (count: number) =>
  plural(count, locale, forms);

/** The texts by language. */
export const MOD_TEXTS: Texts<ModTexts> = {
  en: {
    mods: 'Mods',
    by: 'by',
    overview: 'Overview',
    versions: 'Versions',
    plan: 'Install preview',
    parts: 'Parts of this mod',
    feed: 'Feed of new versions',
    downloads: counted('en', { one: '{n} download', other: '{n} downloads' }),
    downloadsTitle: 'Downloads',
    updated: 'Updated',
    published: 'Published',
    game: 'Game',
    gameVersions: 'Game versions',
    loaders: 'Loaders',
    categories: 'Categories',
    license: 'Licence',
    author: 'Author',
    homepage: 'Homepage',
    source: 'Source code',
    links: 'Links',
    about: 'Description',
    details: 'Details',
    report: 'Report this mod',
    pictures: 'Pictures',
    picture: (at, of) => `Picture ${at} of ${of}`,
    close: 'Close',
    next: 'Next picture',
    previous: 'Previous picture',
    changelog: (version) => `What is new in ${version}`,
    recent: 'Recent versions',
    allVersions: 'All versions',
    latest: 'Latest version',
    noRelease: 'This mod has no published version yet.',
    noDescription: 'The author has not written a description.',
    more: (count) => `and ${count} more`,
    otherLanguage: 'The author wrote this text in another language.',
    states: {
      draft: 'This mod is a draft. Only its team can see it.',
      hidden: 'This mod is hidden. Only its team can see it.',
      archived: 'This mod is archived: its authors no longer work on it.',
      deleted: 'This mod was deleted.',
    },
    edit: 'Edit it in the dashboard',
    feedTitle: (title) => `New versions of ${title}`,
    slugTitle: (slug) => `Several mods are called “${slug}”`,
    slugWhich: 'They belong to different games. Choose the right one.',
  },
  ru: {
    mods: 'Моды',
    by: 'автор:',
    overview: 'Обзор',
    versions: 'Версии',
    plan: 'Состав установки',
    parts: 'Разделы мода',
    feed: 'Лента новых версий',
    downloads: counted('ru', {
      one: '{n} скачивание',
      few: '{n} скачивания',
      many: '{n} скачиваний',
      other: '{n} скачивания',
    }),
    downloadsTitle: 'Скачивания',
    updated: 'Обновлено',
    published: 'Опубликовано',
    game: 'Игра',
    gameVersions: 'Версии игры',
    loaders: 'Загрузчики',
    categories: 'Категории',
    license: 'Лицензия',
    author: 'Автор',
    homepage: 'Сайт мода',
    source: 'Исходный код',
    links: 'Ссылки',
    about: 'Описание',
    details: 'Сведения',
    report: 'Пожаловаться на мод',
    pictures: 'Изображения',
    picture: (at, of) => `Изображение ${at} из ${of}`,
    close: 'Закрыть',
    next: 'Следующее изображение',
    previous: 'Предыдущее изображение',
    changelog: (version) => `Что нового в ${version}`,
    recent: 'Недавние версии',
    allVersions: 'Все версии',
    latest: 'Последняя версия',
    noRelease: 'У этого мода пока нет опубликованных версий.',
    noDescription: 'Автор не добавил описание.',
    more: (count) => `и ещё ${count}`,
    otherLanguage: 'Автор написал этот текст на другом языке.',
    states: {
      draft: 'Это черновик мода. Его видит только команда.',
      hidden: 'Этот мод скрыт. Его видит только команда.',
      archived: 'Этот мод в архиве: авторы больше им не занимаются.',
      deleted: 'Этот мод удалён.',
    },
    edit: 'Изменить в панели управления',
    feedTitle: (title) => `Новые версии: ${title}`,
    slugTitle: (slug) => `Несколько модов называются «${slug}»`,
    slugWhich: 'Они относятся к разным играм. Выберите нужный.',
  },
  de: {
    mods: 'Mods',
    by: 'von',
    overview: 'Übersicht',
    versions: 'Versionen',
    plan: 'Installation',
    parts: 'Bereiche dieser Mod',
    feed: 'Feed neuer Versionen',
    downloads: counted('de', { one: '{n} Download', other: '{n} Downloads' }),
    downloadsTitle: 'Downloads',
    updated: 'Aktualisiert',
    published: 'Veröffentlicht',
    game: 'Spiel',
    gameVersions: 'Spielversionen',
    loaders: 'Loader',
    categories: 'Kategorien',
    license: 'Lizenz',
    author: 'Autor',
    homepage: 'Website',
    source: 'Quellcode',
    links: 'Links',
    about: 'Beschreibung',
    details: 'Angaben',
    report: 'Diese Mod melden',
    pictures: 'Bilder',
    picture: (at, of) => `Bild ${at} von ${of}`,
    close: 'Schließen',
    next: 'Nächstes Bild',
    previous: 'Vorheriges Bild',
    changelog: (version) => `Neu in ${version}`,
    recent: 'Neueste Versionen',
    allVersions: 'Alle Versionen',
    latest: 'Aktuelle Version',
    noRelease: 'Von dieser Mod ist noch keine Version veröffentlicht.',
    noDescription: 'Der Autor hat keine Beschreibung geschrieben.',
    // “1 weitere” would not fit a loader.
    more: counted('de', { one: 'und noch {n}', other: 'und {n} weitere' }),
    otherLanguage: 'Der Autor hat diesen Text in einer anderen Sprache geschrieben.',
    states: {
      draft: 'Diese Mod ist ein Entwurf. Nur ihr Team sieht sie.',
      hidden: 'Diese Mod ist verborgen. Nur ihr Team sieht sie.',
      archived: 'Diese Mod ist archiviert: Ihre Autoren arbeiten nicht mehr daran.',
      deleted: 'Diese Mod wurde gelöscht.',
    },
    edit: 'Im Dashboard bearbeiten',
    feedTitle: (title) => `Neue Versionen von ${title}`,
    slugTitle: (slug) => `Mehrere Mods heißen „${slug}“`,
    slugWhich: 'Sie gehören zu verschiedenen Spielen. Wählen Sie die richtige aus.',
  },
};
