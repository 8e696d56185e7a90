import { Router } from 'express';
import type { PageKit } from '../kit/index.js';
import { modsPage, publishersPage } from './list-pages.js';
import { createForm, newPublisherPage } from './new-page.js';
import { removeForm, removePage } from './remove-page.js';

/**
 * The pages of the workflows that may publish versions of a mod (beta), mounted at `/account`. They
 * show and change exactly what the API would.
 */
export function publisherPages(kit: PageKit): Router {
  const router = Router();
  router.get('/publishers', modsPage(kit));
  router.get('/publishers/:mod_id', publishersPage(kit));
  router.get('/publishers/:mod_id/new', newPublisherPage(kit));
  router.post('/publishers/:mod_id/new', createForm(kit));
  router.get('/publishers/:mod_id/:id/remove', removePage(kit));
  router.post('/publishers/:mod_id/:id/remove', removeForm(kit));
  return router;
}
