import { Router } from 'express';
import type { RenderMarkdown } from '../../platform/html/markdown-pool.js';
import { isId, lowerCaseId } from '../../request/ids.js';
import { type PageKit, seeOther } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
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
  router.get(
    '/:id',
    kit.page((visit) => {
      const name = String(visit.req.params['id']);
      if (isId(name)) return modPage(kit, render, visit, name);
      const id = lowerCaseId(name);
      if (isId(id)) return seeOther(MOD_PATHS.mod(id), { status: 302 });
      return slugPage(kit, visit, name);
    }),
  );
  router.get('/:id/feed.atom', modFeed(kit, render));
  router.get('/:id/plan', planPage(kit));
  router.get('/:id/versions', versionsPage(kit));
  router.get('/:id/versions/:version', versionPage(kit, render));
  router.post('/:id/versions/:version', downloadFile(kit));
  return router;
}
