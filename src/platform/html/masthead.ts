import { LOCALES, type Locale } from '../../registry/error-texts.js';
import { type Html, html } from './html.js';
import { icon, SIGN } from './icons.js';

/** The part of the masthead that differs between pages. */
export interface MastheadOptions {
  readonly locale: Locale;
  /** The path of the page. */
  readonly path?: string;
  /** The text of the search that the page shows. */
  readonly search?: string;
  /** The links of the account; by default a link to it. */
  readonly account?: Html | undefined;
}

/** The head of every page: the sign, the sections, the search and the account. */
export function renderMasthead(options: MastheadOptions): Html {
  const { locale, path = '', search = '', account } = options;
  const texts = SITE_TEXTS[locale];
  const section = (to: string, name: string) =>
    html`<a href="${to}"${path.split('?')[0] === to && html` aria-current="page"`}>${name}</a>\n`;
  return html`<a class="skip" href="#content">${texts.skip}</a>
<header class="masthead"><div class="bar">
<a class="brand" href="/">${SIGN}modport</a>
<nav class="sections" aria-label="${texts.sections}">
${section('/mods', texts.mods)}${section('/games', texts.games)}</nav>
<form class="finder" role="search" action="/mods">
${icon('search')}<input type="search" name="q" value="${search}" maxlength="200" placeholder="${texts.searchMods}" aria-label="${texts.searchMods}" autocomplete="off"${suggestionNames(locale)}>
</form>
${account ?? html`<nav class="account" aria-label="${texts.account}"><a href="/account/security">${texts.account}</a></nav>\n`}</div></header>
`;
}

/** The attributes of a search field that make it suggest while a visitor types; by a script. */
export function suggestionNames(locale: Locale): Html {
  const { kinds } = SITE_TEXTS[locale];
  return html` data-suggest="/v1/beta/suggest" data-mods="${kinds.mods}" data-authors="${kinds.authors}" data-categories="${kinds.categories}"`;
}

/** The foot of every page: the links for developers and the languages of the page, if it has any. */
export function renderFooter(locale: Locale, languages?: Html | null): Html {
  const texts = SITE_TEXTS[locale];
  const links = LINKS.map(([to, name]) => html`<li><a href="${to}">${texts[name]}</a></li>\n`);
  return html`<footer class="footer"><div>
<nav aria-label="${texts.developers}"><ul>
${links}</ul></nav>
${languages}</div></footer>`;
}

/** The page in every language, as links. */
export function languageLinks(options: {
  readonly locale: Locale;
  /** The path and query of the page. */
  readonly path: string;
  /** Further attributes of each link. */
  readonly attributes?: Html | null;
}): Html[] {
  const { locale, path, attributes } = options;
  return LOCALES.map((language) => {
    const url = new URL(path, 'http://local.invalid');
    url.searchParams.set('lang', language);
    const current = language === locale && html` aria-current="true"`;
    return html`<li><a href="${url.pathname}${url.search}" lang="${language}" hreflang="${language}"${current}${attributes}>${LANGUAGE_NAMES[language]}</a></li>
`;
  });
}

const LINKS = [
  ['/docs', 'reference'],
  ['/playground', 'playground'],
  ['/v1/openapi.json', 'document'],
  ['/problems', 'problems'],
  ['/healthz', 'health'],
] as const;

/** The names of the languages, each in itself. */
const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  ru: 'Русский',
  de: 'Deutsch',
};

const SITE_TEXTS = {
  en: {
    skip: 'Skip to the content',
    sections: 'Sections',
    mods: 'Mods',
    games: 'Games',
    searchMods: 'Search mods',
    kinds: { mods: 'Mods', authors: 'Authors', categories: 'Categories' },
    account: 'Account',
    developers: 'For developers',
    reference: 'API reference',
    playground: 'GraphQL playground',
    document: 'OpenAPI document',
    problems: 'Error codes',
    health: 'Service state',
  },
  ru: {
    skip: 'Перейти к содержанию',
    sections: 'Разделы',
    mods: 'Моды',
    games: 'Игры',
    searchMods: 'Поиск модов',
    kinds: { mods: 'Моды', authors: 'Авторы', categories: 'Категории' },
    account: 'Аккаунт',
    developers: 'Для разработчиков',
    reference: 'Справочник API',
    playground: 'Консоль GraphQL',
    document: 'Документ OpenAPI',
    problems: 'Коды ошибок',
    health: 'Состояние сервиса',
  },
  de: {
    skip: 'Zum Inhalt springen',
    sections: 'Bereiche',
    mods: 'Mods',
    games: 'Spiele',
    searchMods: 'Mods suchen',
    kinds: { mods: 'Mods', authors: 'Autoren', categories: 'Kategorien' },
    account: 'Konto',
    developers: 'Für Entwickler',
    reference: 'API-Referenz',
    playground: 'GraphQL-Konsole',
    document: 'OpenAPI-Dokument',
    problems: 'Fehlercodes',
    health: 'Zustand des Dienstes',
  },
} as const satisfies Readonly<Record<Locale, object>>;
