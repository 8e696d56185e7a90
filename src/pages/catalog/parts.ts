import { type Html, type HtmlValue, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import { suggestionAttributes } from '../../platform/html/masthead.js';
import type { Locale } from '../../registry/error-texts.js';
import { LIMITS } from '../../registry/limits.js';
import { emptyList } from '../kit/index.js';
import { CATALOG_PATHS, pathWithCursor } from './addresses.js';
import type { ShownGame } from './data.js';
import { initialOf, toneOf } from './mod-card.js';
import { CARD_TEXTS } from './texts/card.js';
import { HOME_TEXTS } from './texts/home.js';

/** A part of a page: a heading with a link to everything of its kind, and the content. */
export function section(options: {
  readonly title: string;
  readonly all?: { readonly path: string; readonly label: string };
  readonly body: HtmlValue;
}): Html {
  const { title, all, body } = options;
  return html`<section class="shelf">
<div class="shelf-head"><h2>${title}</h2>${
    all &&
    html`<a href="${all.path}">${all.label}<span class="unseen"> (${title})</span>${icon('chevron')}</a>`
  }</div>
${body}</section>
`;
}

/** Games as cards. */
export function gameCards(games: readonly ShownGame[], level: 2 | 3): Html {
  const cards = games.map(({ slug, name, loaders }) => {
    const link = html`<a href="${CATALOG_PATHS.game(slug)}">${name}</a>`;
    return html`<li class="game-card">
${initialSign(slug, name)}<div>${level === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
<p class="dim">${loaders.join(' · ')}</p></div>
</li>
`;
  });
  return html`<ul class="game-cards">
${cards}</ul>
`;
}

/** A sign with the first letter of a name. The colour is always the same for the same `id`. */
export function initialSign(id: string, name: string): Html {
  return html`<span class="initial ${toneOf(id)}" aria-hidden="true">${initialOf(name)}</span>
`;
}

/** A form that searches the catalog: it opens `/mods` with the text as `q`. */
export function searchForm(options: {
  readonly locale: Locale;
  readonly label: string;
  readonly button: string;
  readonly value?: string;
  /** Further controls between the field and the button. */
  readonly controls?: HtmlValue;
}): Html {
  const { locale, label, button, value = '', controls } = options;
  return html`<form class="catalog-search" role="search" aria-label="${label}" action="/mods">
<div class="finder">${icon('search')}<input type="search" name="q" value="${value}" maxlength="${LIMITS.searchTextCharacters}" placeholder="${label}" aria-label="${label}" autocomplete="off"${suggestionAttributes(locale)}></div>
${controls}<button type="submit" class="primary">${button}</button>
</form>
`;
}

/**
 * The links between the pages of a list; null if the list has only one. `first` is null on the
 * first page, and `next` on the last.
 */
export function pager(
  locale: Locale,
  { first, next }: { readonly first: string | null; readonly next: string | null },
): Html | null {
  const texts = CARD_TEXTS[locale];
  if (first === null && next === null) return null;
  return html`<nav class="pager" aria-label="${texts.pages}">
${first !== null && html`<a class="button quiet" href="${first}">${texts.first}</a>\n`}${
  next !== null && html`<a class="button primary" rel="next" href="${next}">${texts.next}</a>\n`
}</nav>
`;
}

/** The links between the pages of a list without other parameters. */
export function pagerOf(
  locale: Locale,
  path: string,
  { cursor, nextCursor }: { readonly cursor: string | null; readonly nextCursor: string | null },
): Html | null {
  return pager(locale, {
    first: cursor === null ? null : path,
    next: nextCursor === null ? null : pathWithCursor(path, nextCursor),
  });
}

/** A message in place of an empty list of games or mods, with a link that leads on. */
export function empty(body: HtmlValue, link?: readonly [path: string, label: string]): Html {
  return emptyList('search', body, link);
}

/** The path of the guide for creators, to which pages without mods link. */
export const PUBLISHING_GUIDE = '/guides/uploads';

/** A message in place of the games, with the guide that adds the first one. */
export function noGames(locale: Locale): Html {
  const texts = HOME_TEXTS[locale];
  return empty(html`<p>${texts.noGames}</p>\n`, [
    '/guides/getting-started#operator-commands',
    texts.addGame,
  ]);
}

/** A link to a feed. */
export function feedLink(locale: Locale, path: string): Html {
  return html`<a class="feed-link" href="${path}">${icon('feed')}${CARD_TEXTS[locale].feed}</a>`;
}
