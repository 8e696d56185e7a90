import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { asksForPage } from '../platform/http/asks-for-page.js';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** A proxy names the host that it asks here, which says nothing of the browser's address bar. */
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

/**
 * Redirects pages between the loopback names to that of `PUBLIC_URL`: cookies and the `Origin` of
 * forms belong to one name. Only the three loopback names redirect, and only to `PUBLIC_URL`, so
 * neither `Host` nor the path can lead to another site.
 */
export function redirectLoopback(publicUrl: string): RequestHandler {
  const { hostname } = new URL(publicUrl);
  const isLoopback = LOOPBACK.test(hostname);
  return (req, res, next) => {
    const asked = isLoopback ? askedName(req) : null;
    if (asked === null || asked === hostname || !isPage(req) || !req.originalUrl.startsWith('/')) {
      next();
      return;
    }
    res.setHeader('Cache-Control', 'no-store');
    res.redirect(307, `${publicUrl}${req.originalUrl}`);
  };
}

/** The loopback name that a browser on this machine asks for; null for every other host. */
function askedName({ headers }: IncomingMessage): string | null {
  if (PROXIED.some((name) => headers[name] !== undefined)) return null;
  return LOOPBACK.exec(headers.host ?? '')?.[1]?.toLowerCase() ?? null;
}

function isPage(req: IncomingMessage): boolean {
  return ['GET', 'HEAD'].includes(req.method ?? '') && asksForPage(req);
}
