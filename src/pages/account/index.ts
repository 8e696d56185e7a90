import { Router } from 'express';
import { problem } from '../../registry/errors.js';
import type { PageKit } from '../kit/index.js';
import { continuePage } from './continue.js';

/** The pages of signing in and of one's own account, to be mounted at `/account`. */
export function accountPages(kit: PageKit): Router {
  const router = Router();
  router.get('/continue', continuePage(kit));
  return router;
}

/** What answers below `/account` where no page is, to be mounted after all of them. */
export function noPage(kit: PageKit) {
  return kit.page(() => {
    throw problem('not_found');
  });
}
