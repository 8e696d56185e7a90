import type { RequestHandler } from 'express';
import { asksForPage } from '../../platform/http/asks-for-page.js';
import { problem } from '../../registry/errors.js';
import type { PageKit } from './page-kit.js';

/**
 * Shows a page to a browser at an unknown URL. Programs get a problem document from the next
 * handler.
 */
export function noPage(kit: PageKit): RequestHandler {
  const page = kit.page(() => {
    throw problem('not_found');
  });
  return (req, res, next) => (asksForPage(req) ? page(req, res, next) : next());
}
