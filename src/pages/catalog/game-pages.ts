import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';
import {
  breadcrumbs,
  cursorOf,
  facts,
  metadataOf,
  type PageKit,
  type PageReply,
  plural,
  show,
  type Visit,
} from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import { type GameFilters, readGame, readGames, type ShownCard } from './data.js';
import { modCards } from './mod-card.js';
import {
  empty,
  feedLink,
  gameCards,
  initialSign,
  noGames,
  PUBLISHING_GUIDE,
  pagerOf,
  section,
} from './parts.js';
import { type CatalogFilters, nameIn } from './query.js';
import { HOME_TEXTS } from './texts/home.js';
import { orWayBack } from './way-back.js';

/** The list of active games. For an expired cursor, it shows a link to the first page instead. */
export function gamesPage(kit: PageKit): RequestHandler {
  return kit.page((visit) => orWayBack(visit, () => showGames(kit, visit)));
}

async function showGames(kit: PageKit, visit: Visit): Promise<PageReply> {
  const { locale } = visit;
  const texts = HOME_TEXTS[locale];
  const cursor = cursorOf(visit);
  const { items, pagination } = await readGames(kit, visit, cursor);
  return show({
    title: texts.games,
    width: 'full',
    scripts: true,
    ...(cursor !== null && { robots: 'noindex' as const }),
    head: metadataOf(visit, {
      title: texts.games,
      description: texts.gamesLead,
      path: CATALOG_PATHS.games,
    }),
    body: html`<p class="lead">${texts.gamesLead}</p>
${items.length > 0 ? gameCards(items, 2) : noGames(locale)}${pagerOf(locale, CATALOG_PATHS.games, {
  cursor,
  nextCursor: pagination.nextCursor,
})}`,
  });
}

/** One game: its loaders, versions and categories, and what is popular and new. */
export function gamePage(kit: PageKit): RequestHandler {
  return kit.page((visit) => showGame(kit, visit));
}

async function showGame(kit: PageKit, visit: Visit): Promise<PageReply> {
  const texts = HOME_TEXTS[visit.locale];
  const slug = nameIn(visit, 'slug');
  const { game, categories, trending, newest } = await readGame(kit, visit, slug);
  const path = CATALOG_PATHS.game(slug);
  const places = [
    { name: texts.games, path: CATALOG_PATHS.games },
    { name: game.name, path },
  ];
  return show({
    title: game.name,
    heading: 'own',
    width: 'full',
    scripts: true,
    head: metadataOf(visit, {
      title: game.name,
      description: texts.gameLead(game.name),
      path,
      picture: newest.items[0]?.cover?.url,
      feed: { path: CATALOG_PATHS.gameFeed(slug, visit.locale), title: texts.gameFeed(game.name) },
      structured: [breadcrumbs(kit.platform.publicUrl, places)],
    }),
    body: html`${gameHead(visit, slug, game.name)}
${valuesOf({ game, categories }, visit.locale)}${shelf(visit, slug, 'trending', trending.items)}${shelf(visit, slug, 'latest', newest.items)}${
  newest.items.length === 0 &&
  empty(html`<p>${texts.noModsOf(game.name)}</p>\n`, [PUBLISHING_GUIDE, texts.creatorsGuide])
}`,
  });
}

function gameHead({ locale }: Visit, slug: string, name: string): Html {
  const texts = HOME_TEXTS[locale];
  return html`<header class="profile">
${initialSign(slug, name)}<div><p class="eyebrow"><a href="${CATALOG_PATHS.games}">${texts.games}</a></p>
<h1>${name}</h1></div>
<p class="profile-links"><a class="button primary" href="${CATALOG_PATHS.mods({ game: slug })}">${texts.modsOf(name)}</a>
${feedLink(locale, CATALOG_PATHS.gameFeed(slug, locale))}</p>
</header>`;
}

/** The first mods of a game in one order, with a link to all; nothing without any. */
function shelf(
  { locale }: Visit,
  slug: string,
  sort: 'trending' | 'latest',
  mods: readonly ShownCard[],
): Html | false {
  const texts = HOME_TEXTS[locale];
  return (
    mods.length > 0 &&
    section({
      title: sort === 'trending' ? texts.trending : texts.newest,
      all: { path: CATALOG_PATHS.mods({ game: slug, sort }), label: texts.all },
      body: modCards(mods, { locale, level: 3, look: 'grid', without: 'game' }),
    })
  );
}

/** The newest versions; older ones open on demand. */
const SHOWN_VERSIONS = 12;

function valuesOf({ game, categories }: GameFilters, locale: Locale): Html | null {
  const texts = HOME_TEXTS[locale];
  const { slug } = game;
  const links = (filters: readonly (Partial<CatalogFilters> & { readonly label: string })[]) =>
    html`<span class="badges">${filters.map(({ label, ...filter }) => html`<a class="badge" href="${CATALOG_PATHS.mods({ game: slug, ...filter })}">${label}</a>`)}</span>`;
  const versions = game.gameVersions
    .map((version) => ({ label: version, gameVersion: version }))
    .reverse();
  const older = versions.slice(SHOWN_VERSIONS);
  const loaders = game.loaders.map((loader) => ({ label: loader, loader }));
  const named = categories.items.map((category) => ({
    label: category.name,
    category: category.slug,
  }));
  const rows: readonly (readonly [string, Html | false])[] = [
    [texts.loaders, loaders.length > 0 && links(loaders)],
    [
      texts.versions,
      versions.length > 0 &&
        html`${links(versions.slice(0, SHOWN_VERSIONS))}${
          older.length > 0 &&
          html`<details><summary>${plural(older.length, locale, texts.olderVersions)}</summary>${links(older)}</details>`
        }`,
    ],
    [texts.categories, named.length > 0 && links(named)],
  ];
  const shown = rows.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return html`<div class="card game-values">${facts(shown)}</div>
`;
}
