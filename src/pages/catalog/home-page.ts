import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import { metadataOf, type PageKit, pictureOf, show, type Visit } from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import { readHome, type ShownCard } from './data.js';
import { type CardsLook, modCards } from './mod-card.js';
import { empty, gameCards, noGames, PUBLISHING_GUIDE, searchForm, section } from './parts.js';
import { HOME_TEXTS } from './texts/home.js';

/** The home page: the purpose of the site, the first games, and what is popular and new. */
export function homePage(kit: PageKit): RequestHandler {
  return kit.page(async (visit) => {
    const texts = HOME_TEXTS[visit.locale];
    const { games, trending, newest } = await readHome(kit, visit);
    return show({
      title: texts.title,
      heading: 'own',
      width: 'full',
      scripts: true,
      head: metadataOf(visit, {
        title: texts.title,
        description: texts.lead,
        path: '/',
        structured: [siteOf(kit.platform.publicUrl)],
      }),
      body: html`${hero(visit, trending.items)}${gamesSection(visit, games.items)}${shelf(visit, {
        title: texts.trending,
        sort: 'trending',
        mods: trending.items,
        look: 'grid',
      })}${shelf(visit, {
        title: texts.newest,
        sort: 'latest',
        mods: newest.items,
        look: 'short',
      })}${
        games.items.length > 0 &&
        newest.items.length === 0 &&
        empty(html`<p>${texts.noMods}</p>\n`, [PUBLISHING_GUIDE, texts.creatorsGuide])
      }${ways(visit)}`,
    });
  });
}

function gamesSection({ locale }: Visit, games: Parameters<typeof gameCards>[0]): Html {
  const texts = HOME_TEXTS[locale];
  return section({
    title: texts.games,
    ...(games.length > 0 && { all: { path: CATALOG_PATHS.games, label: texts.allGames } }),
    body: games.length > 0 ? gameCards(games, 3) : noGames(locale),
  });
}

/** A row of mods, and the order in which the catalog lists all of them. */
interface Shelf {
  readonly title: string;
  readonly sort: 'trending' | 'latest';
  readonly mods: readonly ShownCard[];
  readonly look: CardsLook['look'];
}

function shelf({ locale }: Visit, { title, sort, mods, look }: Shelf): Html | false {
  return (
    mods.length > 0 &&
    section({
      title,
      all: { path: CATALOG_PATHS.mods({ sort }), label: HOME_TEXTS[locale].all },
      body: modCards(mods, { locale, level: 3, look }),
    })
  );
}

/** Describes the site and its search in the vocabulary of schema.org. */
function siteOf(publicUrl: string): object {
  const found = `${new URL(CATALOG_PATHS.mods(), publicUrl)}?q={search_term_string}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'modport',
    url: new URL('/', publicUrl).href,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: found },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** How many covers of popular mods lie beside the search; fewer are not shown. */
const HERO_COVERS = 3;

const PROMISE_ICONS = ['shield', 'layers', 'check'] as const;

/** The purpose of the site and the search, beside covers of popular mods. */
function hero({ locale }: Visit, popular: readonly ShownCard[]): Html {
  const texts = HOME_TEXTS[locale];
  return html`<div class="hero"><div class="hero-text">
<h1>${texts.heading}</h1>
<p>${texts.lead}</p>
${searchForm({ locale, label: texts.search, button: texts.find })}<ul class="promises">
${texts.promises.map((promise, at) => html`<li>${icon(PROMISE_ICONS[at] ?? 'check')}${promise}</li>\n`)}</ul></div>
${heroCovers(popular, { locale, sizes: '20rem' })}</div>
`;
}

/** Decoration: the cards below link to the same mods, so screen readers skip the covers. */
function heroCovers(
  popular: readonly ShownCard[],
  look: Parameters<typeof pictureOf>[1],
): Html | null {
  const covers = popular.flatMap(({ cover }) => (cover ? [{ ...cover, alt: {} }] : []));
  if (covers.length < HERO_COVERS) return null;
  return html`<div class="hero-covers" aria-hidden="true">${covers
    .slice(0, HERO_COVERS)
    .map((cover) => pictureOf(cover, look))}</div>
`;
}

/**
 * Cards for players, creators and developers, each with the links to begin with. They link to the
 * sign-up if the service has it, also for a visitor who is signed in.
 */
function ways({ ctx, locale }: Visit): Html {
  const texts = HOME_TEXTS[locale];
  const { publicUrl, config } = ctx.platform;
  const isOpen = config.signUp === 'open';
  return section({
    title: texts.ways,
    body: html`<div class="ways">
<section class="card">${icon('download')}<h3>${texts.players}</h3>
<p>${texts.playersHow}</p>
<p class="way-links"><a href="${CATALOG_PATHS.mods({ sort: 'downloads' })}">${texts.playersGo}</a></p></section>
<section class="card">${icon('upload')}<h3>${texts.creators}</h3>
<p>${texts.creatorsHow}</p>
<p class="way-links">${isOpen && html`<a href="/account/sign-up">${texts.creatorsGo}</a>\n`}<a href="${PUBLISHING_GUIDE}">${texts.creatorsGuide}</a></p></section>
<section class="card">${icon('code')}<h3>${texts.developers}</h3>
<p>${texts.developersHow}</p>
<pre tabindex="0" role="region" aria-label="${texts.developers}"><code>curl '${publicUrl}/v1/mods?limit=5'</code></pre>
<p class="way-links"><a href="/docs">${texts.reference}</a>
<a href="/playground">${texts.playground}</a></p></section>
</div>
`,
  });
}
