import { Router } from 'express';
import type { PageKit } from '../kit/index.js';
import { revokeForm, revokePage, rotateForm, rotatePage } from './change-pages.js';
import { keysPage } from './list-page.js';
import { createForm, newKeyPage } from './new-page.js';

/** The pages of the tokens and keys of a user's programs, mounted at `/account`. Spec 4.5. */
export function keyPages(kit: PageKit): Router {
  const router = Router();
  router.get('/keys', keysPage(kit));
  router.get('/keys/new', newKeyPage(kit));
  router.post('/keys/new', createForm(kit));
  router.get('/keys/:id/rotate', rotatePage(kit));
  router.post('/keys/:id/rotate', rotateForm(kit));
  router.get('/keys/:id/revoke', revokePage(kit));
  router.post('/keys/:id/revoke', revokeForm(kit));
  return router;
}
