import { Router } from 'express';
import type { PageKit } from '../kit/index.js';
import { appealForm, decisionPage } from './decision-page.js';
import { reportPage, sendReport } from './report-page.js';

/** The pages of reports: `/report`, and the decisions for the team of a mod. */
export function reportPages(kit: PageKit): Router {
  const router = Router();
  router.get('/report', reportPage(kit));
  router.post('/report', sendReport(kit));
  router.get('/account/reports/:id', decisionPage(kit));
  router.post('/account/reports/:id', appealForm(kit));
  return router;
}
