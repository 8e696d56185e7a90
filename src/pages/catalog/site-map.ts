import type { RequestHandler } from 'express';
import { siteMapMods, siteMapParts } from '../../modules/catalog/index.js';
import { DATA_POLICY } from '../../platform/html/frame.js';
import { escapeHtml } from '../../platform/html/html.js';
import { problem } from '../../registry/errors.js';
import { LIMITS, type RateClass } from '../../registry/limits.js';
import { isId } from '../../request/ids.js';
import type { PageKit, Visit } from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import { readGames } from './data.js';

/** The index of the site map: the part with the games, and the parts with the mods. */
export function siteMapIndex(kit: PageKit): RequestHandler {
  const partsOf = keptParts();
  return kit.page(async (visit) => {
    const parts = (await partsOf(visit)).map((first) => `/sitemap/mods-${first}.xml`);
    const element = elementOf(visit, 'sitemap');
    const paths = ['/sitemap/games.xml', ...parts];
    return send(
      visit,
      'sitemapindex',
      paths.map((path) => element(path)),
    );
  });
}

/**
 * The part of the site map with the home page, the lists, and the games of the first
 * `siteMapGamePages` pages.
 */
export function siteMapGames(kit: PageKit): RequestHandler {
  return kit.page(async (visit) => {
    const games: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < LIMITS.siteMapGamePages; page += 1) {
      const { items, pagination } = await readGames(kit, visit, cursor);
      games.push(...items.map(({ slug }) => CATALOG_PATHS.game(slug)));
      cursor = pagination.nextCursor;
      if (cursor === null) break;
    }
    const paths = [CATALOG_PATHS.home, CATALOG_PATHS.mods(), CATALOG_PATHS.games, ...games];
    const element = elementOf(visit, 'url');
    return send(
      visit,
      'urlset',
      paths.map((path) => element(path)),
    );
  });
}

/** A part reads up to 10,000 rows, so it counts like a search. */
const LARGE: { readonly rates: readonly RateClass[] } = { rates: ['search'] };

/**
 * A part of the site map with mods. The path has the id of the first one; any other text there is
 * `not_found`.
 */
export function siteMapOfMods(kit: PageKit): RequestHandler {
  return kit.page(async (visit) => {
    const first = String(visit.req.params['first']);
    if (!isId(first)) throw problem('not_found');
    const { ctx } = visit;
    const mods = await siteMapMods(ctx, first, ctx.platform.limits.siteMapMods);
    const element = elementOf(visit, 'url');
    return send(
      visit,
      'urlset',
      mods.map(({ id, updatedAt }) => element(CATALOG_PATHS.mod(id), updatedAt)),
    );
  }, LARGE);
}

/**
 * Reads the parts at most once per `siteMapSeconds`, because that takes longer the more mods there
 * are. A failed read is not kept.
 */
function keptParts(): (visit: Visit) => Promise<readonly string[]> {
  let kept: { readonly until: number; readonly parts: Promise<readonly string[]> } | null = null;
  return ({ ctx }) => {
    const now = ctx.platform.clock.now().getTime();
    if (kept && now < kept.until) return kept.parts;
    const parts = siteMapParts(ctx, ctx.platform.limits.siteMapMods);
    const made = { until: now + LIMITS.siteMapSeconds * 1000, parts };
    kept = made;
    parts.catch(() => {
      if (kept === made) kept = null;
    });
    return parts;
  };
}

/** An element with the absolute address of a path. */
function elementOf({ ctx }: Visit, name: 'sitemap' | 'url') {
  return (path: string, changed?: Date): string => {
    const address = escapeHtml(new URL(path, ctx.platform.publicUrl).href);
    const moment = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
    return `<${name}><loc>${address}</loc>${moment}</${name}>\n`;
  };
}

/** Sends a document. */
function send({ res }: Visit, root: string, elements: readonly string[]): null {
  res
    .set({
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': `private, max-age=${LIMITS.siteMapSeconds}`,
      'Content-Security-Policy': DATA_POLICY,
      'X-Content-Type-Options': 'nosniff',
    })
    .send(`<?xml version="1.0" encoding="utf-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${elements.join('')}</${root}>
`);
  return null;
}
