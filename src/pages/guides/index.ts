import { Router } from 'express';
import type { PageKit } from '../kit/index.js';
import { guidePage, guidesPage } from './guide-pages.js';
import { openGuides } from './guides.js';

/** The documentation of this release as pages, mounted at `/guides`, with a search. */
export function guidePages(kit: PageKit): Router {
  const guides = openGuides();
  const router = Router({ caseSensitive: true });
  router.get('/', kit.page(guidesPage(guides), { rates: ['search'] }));
  router.get('/*name', kit.page(guidePage(guides)));
  return router;
}
