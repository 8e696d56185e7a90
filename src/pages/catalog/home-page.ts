import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import { metadataOf, type PageKit, show } from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import { readHome } from './data.js';
import { modCards } from './mod-card.js';
import { empty, gameCards, searchForm, section } from './parts.js';
import { HOME_TEXTS } from './texts/home.js';

/** The home page: the purpose of the site, the games, and what is popular and new. */
export function homePage(kit: PageKit): RequestHandler {
  return kit.page(async (visit) => {
    const { locale } = visit;
    const texts = HOME_TEXTS[locale];
    const { games, trending, newest } = await readHome(kit, visit);
    const look = { locale, level: 3, look: 'grid' } as const;
    const shelf = (title: string, sort: 'trending' | 'latest', mods: typeof newest) =>
      mods.items.length > 0 &&
      section({
        title,
        all: { path: CATALOG_PATHS.mods({ sort }), label: texts.all },
        body: modCards(mods.items, look),
      });
    return show({
      title: texts.title,
      heading: 'own',
      width: 'full',
      scripts: true,
      head: metadataOf(visit, { title: texts.title, description: texts.lead, path: '/' }),
      body: html`<div class="hero">
<h1>${texts.heading}</h1>
<p>${texts.lead}</p>
${searchForm({ locale, label: texts.search, button: texts.find })}</div>
${section({
  title: texts.games,
  ...(games.items.length > 0 && { all: { path: CATALOG_PATHS.games, label: texts.allGames } }),
  body: games.items.length > 0 ? gameCards(games.items, 3) : empty(html`<p>${texts.noGames}</p>`),
})}${shelf(texts.trending, 'trending', trending)}${shelf(texts.newest, 'latest', newest)}${
  games.items.length > 0 && newest.items.length === 0 && empty(html`<p>${texts.noMods}</p>`)
}${section({
  title: texts.developers,
  body: html`<div class="card developers"><p>${texts.developersHow}</p>
<pre tabindex="0" role="region" aria-label="${texts.developers}"><code>curl '${kit.platform.publicUrl}/v1/mods?limit=5'</code></pre>
<p><a href="/docs">${texts.reference}</a> · <a href="/playground">${texts.playground}</a></p></div>
`,
})}`,
    });
  });
}
