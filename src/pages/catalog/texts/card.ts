import type { Texts } from '../../kit/index.js';

/** The texts of cards and lists of mods. */
interface CardTexts {
  readonly author: string;
  readonly downloads: string;
  readonly updated: string;
  readonly next: string;
  readonly first: string;
  readonly pages: string;
  readonly feed: string;
}

/** The texts by language. */
export const CARD_TEXTS: Texts<CardTexts> = {
  en: {
    author: 'Author:',
    downloads: 'Downloads',
    updated: 'Updated',
    next: 'Next page',
    first: 'First page',
    pages: 'Pages',
    feed: 'Atom feed',
  },
  ru: {
    author: 'Автор:',
    downloads: 'Скачивания',
    updated: 'Обновлено',
    next: 'Следующая страница',
    first: 'Первая страница',
    pages: 'Страницы',
    feed: 'Лента Atom',
  },
  de: {
    author: 'Autor:',
    downloads: 'Downloads',
    updated: 'Aktualisiert',
    next: 'Nächste Seite',
    first: 'Erste Seite',
    pages: 'Seiten',
    feed: 'Atom-Feed',
  },
};
