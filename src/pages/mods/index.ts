import { type RequestHandler, Router } from 'express';
import type { RenderMarkdown } from '../../platform/html/markdown-pool.js';
import { isId } from '../../request/ids.js';
import type { PageKit } from '../kit/index.js';
import { downloadFile } from './download-form.js';
import { modFeed } from './feed-page.js';
import { modPage } from './mod-page.js';
import { planPage } from './plan-page.js';
import { slugPage } from './slug-page.js';
import { versionPage } from './version-page.js';
import { versionsPage } from './versions-page.js';

/** The public pages of a mod, mounted at `/mods`. */
export function modPages(kit: PageKit, render: RenderMarkdown): Router {
  const router = Router();
  router.get('/:id', leadOn(kit));
  router.get(
    '/:id',
    kit.page((visit) => modPage(kit, render, visit, String(visit.req.params['id']))),
  );
  router.get(
    ['/:id/feed.atom', '/:id/plan', '/:id/versions', '/:id/versions/:version'],
    leadOn(kit),
  );
  router.get('/:id/feed.atom', modFeed(kit, render));
  router.get('/:id/plan', planPage(kit));
  router.get('/:id/versions', versionsPage(kit));
  router.get('/:id/versions/:version', versionPage(kit, render));
  router.post('/:id/versions/:version', downloadFile(kit));
  return router;
}

/** Leads from the slug of a mod, or its id in capitals, to the same page at the lasting address. */
function leadOn(kit: PageKit): RequestHandler {
  const page = kit.page((visit) => slugPage(kit, visit, String(visit.req.params['id'])));
  return (req, res, next) => (isId(String(req.params['id'])) ? next() : page(req, res, next));
}
