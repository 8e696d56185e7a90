import { LOCALES, type Locale } from '../../registry/error-texts.js';
import type { LegalName } from '../legal.js';
import { type Html, html } from './html.js';
import { icon, SIGN } from './icons.js';

const DASHBOARD = '/dashboard';

/** The part of the masthead that differs between pages. */
export interface MastheadOptions {
  readonly locale: Locale;
  /** The path of the page, whose section is marked; by default none is. */
  readonly path?: string;
  /** The text of the search that the page shows; empty by default. */
  readonly search?: string;
  /** The part about the visitor's account; by default one link to the settings of the account. */
  readonly account?: Html | undefined;
  /** Whether the visitor is signed in, and so has a dashboard; false by default. */
  readonly dashboard?: boolean;
}

/** The head of every page: the sign, the sections, the search and the account. */
export function renderMasthead(options: MastheadOptions): Html {
  const { locale, path = '', search = '', account, dashboard = false } = options;
  const texts = SITE_TEXTS[locale];
  const [pathname = ''] = path.split('?');
  const isAt = (to: string) =>
    pathname === to || (to === DASHBOARD && pathname.startsWith(`${to}/`));
  const section = (to: string, name: string) =>
    html`<a href="${to}"${isAt(to) && html` aria-current="page"`}>${name}</a>\n`;
  return html`<a class="skip" href="#content">${texts.skip}</a>
<header class="masthead"><div class="bar">
<a class="brand" href="/">${SIGN}<span>modport</span></a>
<nav class="sections" aria-label="${texts.sections}">
${section('/mods', texts.mods)}${section('/games', texts.games)}${dashboard && section(DASHBOARD, texts.dashboard)}</nav>
<form class="finder" role="search" action="/mods">
${icon('search')}<input type="search" name="q" value="${search}" maxlength="200" placeholder="${texts.searchMods}" aria-label="${texts.searchMods}" autocomplete="off"${suggestionAttributes(locale)}>
</form>
${account ?? html`<nav class="account" aria-label="${texts.account}"><a href="/account/security">${texts.account}</a></nav>\n`}</div></header>
`;
}

/** The attributes of a search field that make it suggest while a visitor types; by a script. */
export function suggestionAttributes(locale: Locale): Html {
  const { kinds } = SITE_TEXTS[locale];
  return html` data-suggest="/v1/beta/suggest" data-mods="${kinds.mods}" data-authors="${kinds.authors}" data-categories="${kinds.categories}"`;
}

/** The part of the footer that differs between pages. */
export interface FooterOptions {
  readonly locale: Locale;
  /** The links to the page in each language, as a navigation. Null for the response to a form. */
  readonly languages?: Html | null;
  /** The names of the legal texts of this installation; none by default. */
  readonly legal?: readonly LegalName[];
}

/** The foot of every page: the links for developers, the legal texts, and the languages. */
export function renderFooter({ locale, languages, legal = [] }: FooterOptions): Html {
  const texts = SITE_TEXTS[locale];
  const links = LINKS.map(([to, name]) => html`<li><a href="${to}">${texts[name]}</a></li>\n`);
  const legalLinks = legal.map(
    (name) => html`<li><a href="/legal/${name}">${texts[name]}</a></li>\n`,
  );
  return html`<footer class="footer"><div>
<nav aria-label="${texts.developers}"><ul>
${links}</ul></nav>
${legal.length > 0 && html`<nav aria-label="${texts.legal}"><ul>\n${legalLinks}</ul></nav>\n`}${languages}</div></footer>`;
}

/** The name of a legal text, as its links show it. */
export function legalTitle(name: LegalName, locale: Locale): string {
  return SITE_TEXTS[locale][name];
}

/** The page in every language: items of a list, each with a link. */
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

/** The links for developers in the footer: the path, and the name of the text. */
const LINKS = [
  ['/guides', 'guides'],
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
    dashboard: 'Dashboard',
    searchMods: 'Search mods',
    kinds: { mods: 'Mods', authors: 'Authors', categories: 'Categories' },
    account: 'Account',
    developers: 'For developers',
    guides: 'Guides',
    reference: 'API reference',
    playground: 'GraphQL playground',
    document: 'OpenAPI document',
    problems: 'Error codes',
    health: 'Service state',
    legal: 'Legal',
    terms: 'Terms of use',
    privacy: 'Privacy',
    imprint: 'Imprint',
  },
  ru: {
    skip: 'Перейти к содержанию',
    sections: 'Разделы',
    mods: 'Моды',
    games: 'Игры',
    dashboard: 'Панель',
    searchMods: 'Поиск модов',
    kinds: { mods: 'Моды', authors: 'Авторы', categories: 'Категории' },
    account: 'Аккаунт',
    developers: 'Для разработчиков',
    guides: 'Руководства',
    reference: 'Справочник API',
    playground: 'Консоль GraphQL',
    document: 'Документ OpenAPI',
    problems: 'Коды ошибок',
    health: 'Состояние сервиса',
    legal: 'Правовая информация',
    terms: 'Условия использования',
    privacy: 'Конфиденциальность',
    imprint: 'Выходные данные',
  },
  de: {
    skip: 'Zum Inhalt springen',
    sections: 'Bereiche',
    mods: 'Mods',
    games: 'Spiele',
    dashboard: 'Dashboard',
    searchMods: 'Mods suchen',
    kinds: { mods: 'Mods', authors: 'Autoren', categories: 'Kategorien' },
    account: 'Konto',
    developers: 'Für Entwickler',
    guides: 'Anleitungen',
    reference: 'API-Referenz',
    playground: 'GraphQL-Konsole',
    document: 'OpenAPI-Dokument',
    problems: 'Fehlercodes',
    health: 'Zustand des Dienstes',
    legal: 'Rechtliches',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    imprint: 'Impressum',
  },
} as const satisfies Readonly<Record<Locale, object>>;
