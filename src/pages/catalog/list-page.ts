import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import {
  type Handler,
  type Metadata,
  metadataOf,
  type PageKit,
  type PageReply,
  plural,
  show,
  type Visit,
} from '../kit/index.js';
import { CATALOG_PATHS, parametersOf } from './addresses.js';
import { type CardPage, readFacets, readGameFilters, readMods } from './data.js';
import {
  chips,
  type FilterSources,
  filterLinks,
  labelOf,
  type Offers,
  offersOf,
} from './filters.js';
import { modCards } from './mod-card.js';
import { empty, PUBLISHING_GUIDE, pager, searchForm } from './parts.js';
import { type CatalogQuery, readQuery, SORTS } from './query.js';
import { HOME_TEXTS } from './texts/home.js';
import { LIST_TEXTS } from './texts/list.js';
import { orWayBack } from './way-back.js';

/** Everything that a list shows. */
interface ListView {
  readonly query: CatalogQuery;
  readonly mods: CardPage;
  readonly known: FilterSources;
  readonly offers: Offers;
}

/**
 * The list of mods: a search, filters and pages. A search counts in the same rate class as searches
 * of the API. An invalid parameter shows a page that leads back (`orWayBack`).
 */
export function listPage(kit: PageKit): RequestHandler {
  const handler: Handler = (visit) =>
    orWayBack(visit, async () => showList(visit, await readView(kit, visit, readQuery(visit))));
  const list = kit.page(handler);
  const search = kit.page(handler, { rates: ['search'] });
  return (req, res, next) => {
    const { q = '' } = req.query;
    return (q === '' ? list : search)(req, res, next);
  };
}

/** Reads a list with a constant number of statements. */
async function readView(kit: PageKit, visit: Visit, query: CatalogQuery): Promise<ListView> {
  const [mods, facets, game] = await Promise.all([
    readMods(kit, visit, query),
    readFacets(kit, visit, query),
    query.game === null ? null : readGameFilters(kit, visit, query.game),
  ]);
  return { query, mods, known: { facets, game }, offers: offersOf(facets) };
}

function showList(visit: Visit, view: ListView): PageReply {
  const { query, mods, known, offers } = view;
  const { locale } = visit;
  const texts = LIST_TEXTS[locale];
  const game = query.game && labelOf('game', query.game, offers, known);
  const heading = game ? texts.titleOf(game) : texts.title;
  const found = query.q === null ? heading : texts.titleFound(query.q, game);
  const title = [...narrowingsOf(view), found].join(' · ');
  const look = {
    locale,
    level: 2,
    look: 'list',
    ...(game && { without: 'game' as const }),
  } as const;
  return show({
    title,
    heading: 'own',
    width: 'full',
    scripts: true,
    ...(isForSearchEngines(query) && mods.items.length > 0 ? {} : { robots: 'noindex' as const }),
    head: metadataOf(visit, metadata(view, title, texts.description)),
    body: html`<h1>${query.q === null ? heading : texts.found(query.q)}</h1>
${toolbar(visit, query)}${chips(visit, query, offers, known)}<div class="catalog">
${filterLinks(visit, query, offers, known)}<div class="catalog-results">
${countLine(visit, view)}${mods.items.length > 0 ? modCards(mods.items, look) : noMods(visit, query)}${pager(
  locale,
  {
    first: query.cursor === null ? null : CATALOG_PATHS.mods({ ...query, cursor: null }),
    next:
      mods.pagination.nextCursor &&
      CATALOG_PATHS.mods({ ...query, cursor: mods.pagination.nextCursor }),
  },
)}</div>
</div>
`,
  });
}

/** The chosen values below the game, so that each list has a title of its own. */
function narrowingsOf({ query, known, offers }: ListView): readonly string[] {
  return (['category', 'loader', 'gameVersion'] as const).flatMap((name) => {
    const value = query[name];
    return value === null ? [] : [labelOf(name, value, offers, known)];
  });
}

/**
 * Whether search engines may index the list: not with a text, a cursor, a limit or an author. They
 * have searches of their own, and cursors expire.
 */
function isForSearchEngines({ q, cursor, limit, author }: CatalogQuery): boolean {
  return q === null && cursor === null && limit === null && author === null;
}

function metadata({ query, mods }: ListView, title: string, description: string): Metadata {
  return {
    title,
    description,
    path: CATALOG_PATHS.mods({ ...query, cursor: null, limit: null }),
    picture: mods.items[0]?.cover?.url,
  };
}

/** The search and the order; the other filters stay as they are. */
function toolbar({ locale }: Visit, query: CatalogQuery): Html {
  const texts = LIST_TEXTS[locale];
  const { q, sort, cursor: _, ...kept } = query;
  const hidden = parametersOf(kept).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  const fallback = q === null ? 'latest' : 'relevance';
  const options = SORTS.filter((order) => order !== 'relevance' || q !== null).map(
    (order) =>
      html`<option value="${order}"${order === (sort ?? fallback) && html` selected`}>${texts.sorts[order]}</option>\n`,
  );
  return searchForm({
    locale,
    label: texts.search,
    button: texts.apply,
    value: q ?? '',
    controls: html`${hidden}<label for="sort">${texts.sort}</label>
<select id="sort" name="sort">
${options}</select>
`,
  });
}

/** How many mods a search found or a list has. */
function countLine({ locale }: Visit, { known: { facets } }: ListView): Html | null {
  if (facets.total === 0) return null;
  const texts = LIST_TEXTS[locale];
  const count = plural(facets.total, locale, texts.count);
  return html`<p class="catalog-count" role="status">${facets.isComplete ? count : texts.atLeast(count)}</p>
`;
}

function noMods({ locale }: Visit, query: CatalogQuery): Html {
  const texts = LIST_TEXTS[locale];
  const { q } = query;
  const filters = parametersOf({ ...query, q: null, sort: null, limit: null, cursor: null });
  if (filters.length > 0) {
    return empty(
      html`<p><strong>${texts.none}</strong></p>
<p>${texts.noneFiltered}</p>
`,
      [CATALOG_PATHS.mods({ q }), texts.removeAll],
    );
  }
  return empty(
    html`<p><strong>${texts.none}</strong></p>
<p>${q === null ? texts.noneYet : texts.noneFound}</p>
`,
    q === null
      ? [PUBLISHING_GUIDE, HOME_TEXTS[locale].creatorsGuide]
      : [CATALOG_PATHS.mods(), texts.showAll],
  );
}
