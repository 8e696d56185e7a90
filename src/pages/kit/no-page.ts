import type { RequestHandler } from 'express';
import { asksForPage } from '../../platform/http/asks-for-page.js';
import { problem } from '../../registry/errors.js';
import type { PageKit } from './page-kit.js';

/** Answers a browser at an unknown address with a page. Programs get a problem document from what follows. */
export function noPage(kit: PageKit): RequestHandler {
  const page = kit.page(() => {
    throw problem('not_found');
  });
  return (req, res, next) => (asksForPage(req) ? page(req, res, next) : next());
}
