import { randomBytes } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { serveStatic, variantsFolder } from '../../platform/http/serve-static.js';
import { problem } from '../../registry/errors.js';
import type { Handler, PageKit } from '../kit/index.js';
import { BUNDLE_FOLDER, bundleReader } from './bundle.js';
import { renderDashboard } from './page.js';
import { dashboardPolicy, FILE_POLICY, storeOrigins } from './policy.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** The time after which a client asks again for a dashboard that is not built yet. */
const RETRY_SECONDS = 30;

/**
 * The files of the dashboard, mounted at `ASSETS`. They need no session and no database. A name
 * contains the hash of its content, so caches keep them; a name of another release is 404.
 */
export function dashboardFiles(): Router {
  const router = Router({ caseSensitive: true });
  const files = serveStatic(BUNDLE_FOLDER, variantsFolder('dashboard'));
  const known: RequestHandler = (req, res, next) => {
    if (req.path.startsWith('/.')) throw problem('not_found');
    res.set('Content-Security-Policy', FILE_POLICY);
    next();
  };
  const missing: RequestHandler = (_req, res) => {
    res.removeHeader('Cache-Control');
    throw problem('not_found');
  };
  router.use(known, immutable, files, missing);
  return router;
}

/** Express sets its own `Cache-Control` only if a response has none. */
const immutable: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
  next();
};

/**
 * The dashboard at every path below `/dashboard`: its script shows the view of the path. Visitors
 * without a session sign in first and come back to the same path. Until the dashboard is built, the
 * page is `service_unavailable`.
 */
export function dashboardPages(kit: PageKit): Router {
  const router = Router({ caseSensitive: true });
  const page = kit.page(dashboardPage(kit), { signIn: true });
  router.get(['/', '/*view'], page);
  return router;
}

function dashboardPage({ platform }: PageKit): Handler {
  const bundle = bundleReader();
  const stores = storeOrigins(platform.config.s3);
  return (visit) => {
    const files = bundle();
    if (!files) {
      const log = 'the dashboard is not built: run `npm run build`';
      throw problem('service_unavailable', { retryAfterSeconds: RETRY_SECONDS, log });
    }
    const nonce = randomBytes(16).toString('base64');
    const { res, locale } = visit;
    res.set({
      'Content-Security-Policy': dashboardPolicy(nonce, stores),
      'Content-Language': locale,
      'Cache-Control': 'private, no-store',
      // A form under `no-referrer` would send no `Origin`, and the sign-out would be refused.
      'Referrer-Policy': 'same-origin',
      'X-Request-Id': visit.ctx.request.id,
    });
    res.type('html').send(renderDashboard(visit, files, nonce));
    return null;
  };
}
