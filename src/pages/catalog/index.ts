import { Router } from 'express';
import type { PageKit } from '../kit/index.js';
import { gamePage, gamesPage } from './game-pages.js';
import { homePage } from './home-page.js';
import { listPage } from './list-page.js';

/** The public pages of the catalog: the home page, the games, the list of mods and the authors. */
export function catalogPages(kit: PageKit): Router {
  const router = Router();
  router.get('/', homePage(kit));
  router.get('/games', gamesPage(kit));
  router.get('/games/:slug', gamePage(kit));
  router.get('/mods', listPage(kit));
  return router;
}
