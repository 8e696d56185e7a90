import { Router } from 'express';
import type { PageKit } from '../kit/index.js';
import {
  accountKeyPage,
  replaceKeyForm,
  replaceKeyPage,
  revealKeyForm,
} from './account-key-pages.js';
import { appGrantsPage, revokeForm } from './app-grants-page.js';
import { detailForm, detailPage } from './detail-page.js';
import { deleteForm, deletePage, listPage } from './list-page.js';
import { choosePage, newPage, registerForm } from './new-pages.js';
import { reviewListPage } from './review-list-page.js';
import { reviewForm, reviewPage } from './review-page.js';
import { rotateForm, rotatePage } from './secret-pages.js';

/**
 * The pages of OAuth applications, mounted at `/account`: for their owners, for users who gave them
 * access, and for reviewers. Spec 5.2.
 */
export function applicationPages(kit: PageKit): Router {
  const router = Router();
  router.get('/developer/applications', listPage(kit));
  router.get('/developer/applications/new', choosePage(kit));
  for (const kind of ['public', 'confidential'] as const) {
    router.get(`/developer/applications/new/${kind}`, newPage(kit, kind));
    router.post(`/developer/applications/new/${kind}`, registerForm(kit, kind));
  }
  router.get('/developer/applications/:id', detailPage(kit));
  router.post('/developer/applications/:id', detailForm(kit));
  router.get('/developer/applications/:id/secret', rotatePage(kit));
  router.post('/developer/applications/:id/secret', rotateForm(kit));
  router.get('/developer/applications/:id/delete', deletePage(kit));
  router.post('/developer/applications/:id/delete', deleteForm(kit));
  router.get('/developer/key', accountKeyPage(kit));
  router.post('/developer/key', revealKeyForm(kit));
  router.get('/developer/key/replace', replaceKeyPage(kit));
  router.post('/developer/key/replace', replaceKeyForm(kit));
  router.get('/applications', appGrantsPage(kit));
  router.post('/applications', revokeForm(kit));
  router.get('/review/applications', reviewListPage(kit));
  router.get('/review/applications/:id', reviewPage(kit));
  router.post('/review/applications/:id', reviewForm(kit));
  return router;
}
