import { type Html, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import { countOf, plural, type Visit } from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import type { GameFilters, ShownFacets } from './data.js';
import type { CatalogFilters, CatalogQuery } from './query.js';
import { LIST_TEXTS } from './texts/list.js';

/** The filters that a visitor chooses from lists. */
export type FilterName = Exclude<keyof CatalogFilters, 'author'>;

/** A value of a filter, and the number of mods with it. */
interface FilterValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** The values that the filters of a list offer. */
export type Offers = Readonly<Record<FilterName, readonly FilterValue[]>>;

/** The sources of the values of the filters. */
export interface FilterSources {
  readonly facets: ShownFacets;
  /** The filters of the chosen game; null without one, and for an unknown game. */
  readonly game: GameFilters | null;
}

const GROUPS = ['game', 'category', 'loader', 'gameVersion'] as const;

/** The number of values that a filter shows at first. A longer list opens on demand. */
const SHOWN_VALUES = 8;

/** The values that the filters offer, with the numbers of mods that they would leave. */
export function offersOf(facets: ShownFacets): Offers {
  const named = (values: ShownFacets['games']) =>
    values.map(({ slug, name, count }) => ({ value: slug, label: name, count }));
  const counted = (values: ShownFacets['loaders']) =>
    values.map(({ value, count }) => ({ value, label: value, count }));
  return {
    game: named(facets.games),
    category: named(facets.categories),
    loader: counted(facets.loaders),
    gameVersion: counted(facets.gameVersions),
  };
}

/** The text of a chosen value, such as the name of a game; the value itself if it is unknown. */
export function labelOf(
  name: FilterName,
  value: string,
  offers: Offers,
  known: FilterSources,
): string {
  if (name === 'game' && known.game) return known.game.game.name;
  const found = offers[name].find((offer) => offer.value === value);
  if (found) return found.label;
  const category = known.game?.categories.items.find(({ slug }) => slug === value);
  return (name === 'category' && category?.name) || value;
}

/** The filters as links: each applies a value, or removes the chosen one. Null without any. */
export function filterLinks(
  visit: Visit,
  query: CatalogQuery,
  offers: Offers,
  known: FilterSources,
): Html | null {
  const texts = LIST_TEXTS[visit.locale];
  const chosen = GROUPS.filter((name) => query[name] !== null).length;
  const groups = GROUPS.map((name) => {
    const value = query[name];
    if (value === null && offers[name].length === 0) return null;
    return html`<section><h2>${texts.names[name]}</h2>
${value === null ? valueList(visit, query, name, offers[name]) : chosenValue(query, name, labelOf(name, value, offers, known), texts.remove)}</section>
`;
  });
  if (groups.every((group) => group === null)) return null;
  return html`<details class="catalog-filters"><summary>${icon('menu')}${texts.filters}${chosen > 0 && html` <span class="badge">${chosen}</span>`}</summary>
<nav aria-label="${texts.filters}">
${groups}</nav></details>
`;
}

function chosenValue(query: CatalogQuery, name: FilterName, label: string, remove: string): Html {
  return html`<ul><li><a class="chosen" aria-current="true" href="${CATALOG_PATHS.mods(without(query, name))}"><span>${label}</span>${icon('close')}<span class="unseen">${remove}</span></a></li></ul>
`;
}

function valueList(
  { locale }: Visit,
  query: CatalogQuery,
  name: FilterName,
  values: readonly FilterValue[],
): Html {
  const list = (shown: readonly FilterValue[]) => html`<ul>
${shown.map(({ value, label, count }) => html`<li><a href="${CATALOG_PATHS.mods(withValue(query, name, value))}"><span>${label}</span> <span class="count">${countOf(count, locale)}</span></a></li>\n`)}</ul>
`;
  const rest = values.slice(SHOWN_VALUES);
  return html`${list(values.slice(0, SHOWN_VALUES))}${
    rest.length > 0 &&
    html`<details><summary>${plural(rest.length, locale, LIST_TEXTS[locale].more)}</summary>${list(rest)}</details>`
  }`;
}

/** The chosen filters, each with a link that removes it. Null without any. */
export function chips(
  visit: Visit,
  query: CatalogQuery,
  offers: Offers,
  known: FilterSources,
): Html | null {
  const texts = LIST_TEXTS[visit.locale];
  const chosen = GROUPS.flatMap((name) => {
    const value = query[name];
    return value === null ? [] : [{ name, label: labelOf(name, value, offers, known) }];
  });
  const all = [
    ...chosen,
    ...(query.author === null ? [] : [{ name: 'author' as const, label: query.author }]),
  ];
  if (all.length === 0) return null;
  const { q, sort, limit } = query;
  return html`<ul class="chips" aria-label="${texts.chosen}">
${all.map(({ name, label }) => html`<li><a href="${CATALOG_PATHS.mods(without(query, name))}"><span>${texts.names[name]}: ${label}</span>${icon('close')}<span class="unseen">${texts.remove}</span></a></li>\n`)}${
  all.length > 1 &&
  html`<li><a class="all" href="${CATALOG_PATHS.mods({ q, sort, limit })}">${texts.removeAll}</a></li>\n`
}</ul>
`;
}

/** Loaders, versions and categories belong to a game, so they go with it. */
const NO_GAME = { game: null, gameVersion: null, loader: null, category: null } as const;

function without(query: CatalogQuery, name: keyof CatalogFilters): CatalogQuery {
  return { ...query, ...(name === 'game' ? NO_GAME : { [name]: null }), cursor: null };
}

function withValue(query: CatalogQuery, name: FilterName, value: string): CatalogQuery {
  return { ...query, [name]: value, cursor: null };
}
