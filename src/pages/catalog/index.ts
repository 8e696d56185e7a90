import { Router } from 'express';
import type { RenderMarkdown } from '../../platform/html/markdown-pool.js';
import type { PageKit } from '../kit/index.js';
import { authorPage } from './author-page.js';
import { authorFeed, gameFeed } from './feeds.js';
import { gamePage, gamesPage } from './game-pages.js';
import { homePage } from './home-page.js';
import { listPage } from './list-page.js';
import { siteMapGames, siteMapIndex, siteMapOfMods } from './site-map.js';

/**
 * The public pages of the catalog: the home page, the games, the list of mods and the authors. Also
 * the feeds of games and authors, and the site map.
 */
export function catalogPages(kit: PageKit, render: RenderMarkdown): Router {
  const router = Router();
  router.get('/', homePage(kit));
  router.get('/games', gamesPage(kit));
  router.get('/games/:slug', gamePage(kit));
  router.get('/games/:slug/feed.atom', gameFeed(kit));
  router.get('/mods', listPage(kit));
  router.get('/users/:username', authorPage(kit, render));
  router.get('/users/:username/feed.atom', authorFeed(kit));
  router.get('/sitemap.xml', siteMapIndex(kit));
  router.get('/sitemap/games.xml', siteMapGames(kit));
  router.get('/sitemap/mods-:first.xml', siteMapOfMods(kit));
  return router;
}
