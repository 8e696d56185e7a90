import type { Texts } from '../../kit/index.js';

/** The texts of the page of an author. */
interface AuthorTexts {
  readonly author: string;
  readonly description: (name: string) => string;
  readonly mods: string;
  readonly feed: (name: string) => string;
  readonly none: string;
}

/** The texts by language. */
export const AUTHOR_TEXTS: Texts<AuthorTexts> = {
  en: {
    author: 'Author',
    description: (name) => `Mods by ${name}, the newest first.`,
    mods: 'Mods',
    feed: (name) => `Newest mods by ${name}`,
    none: 'There are no published mods here yet.',
  },
  ru: {
    author: 'Автор',
    description: (name) => `Моды автора ${name}, сначала новые.`,
    mods: 'Моды',
    feed: (name) => `Новые моды автора ${name}`,
    none: 'Здесь пока нет опубликованных модов.',
  },
  de: {
    author: 'Autor',
    description: (name) => `Mods von ${name}, die neuesten zuerst.`,
    mods: 'Mods',
    feed: (name) => `Neueste Mods von ${name}`,
    none: 'Hier gibt es noch keine veröffentlichten Mods.',
  },
};
