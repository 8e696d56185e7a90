import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { isPageRequest } from '../platform/http/headers.js';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/i;

/** Behind a proxy, `Host` is the proxy's target and not the name in the browser's address bar. */
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

/**
 * The browser stores this cookie for the host that redirected. If it arrives within
 * ten seconds, the redirect probably led back to the same host.
 */
const MARK = 'modport_redirected';
const MARK_SECONDS = 10;
const SET_MARK = `${MARK}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MARK_SECONDS}`;
const MARKED = new RegExp(`(?:^|; *)${MARK}=1(?:;|$)`);

/**
 * Redirects pages between the loopback names to the one in `PUBLIC_URL`, because cookies and the
 * `Origin` of forms depend on the name. Only the three loopback names redirect, and only to
 * `PUBLIC_URL`. So neither `Host` nor the path can lead to another site. Nothing redirects if
 * `PUBLIC_URL` has another host, or if the headers show that a proxy forwarded the request.
 *
 * A local proxy may replace `Host` and listen at `PUBLIC_URL` itself. To prevent a redirect loop,
 * `Host` must have the port of `PUBLIC_URL`, and a browser with the redirect cookie gets the page.
 */
export function redirectLoopback(publicUrl: string): RequestHandler {
  const { hostname, port, protocol } = new URL(publicUrl);
  const isLoopback = LOOPBACK.test(hostname);
  const own = { hostname, port: port || (protocol === 'https:' ? '443' : '80') };
  return (req, res, next) => {
    if (!isLoopback || !isElsewhere(req, own) || !isPage(req)) {
      next();
      return;
    }
    res.setHeader('Cache-Control', 'no-store');
    res.append('Set-Cookie', SET_MARK);
    res.redirect(307, `${publicUrl}${req.originalUrl}`);
  };
}

interface HostAndPort {
  readonly hostname: string;
  readonly port: string;
}

/**
 * Whether the request of a local browser is for another loopback name at the port of `PUBLIC_URL`.
 */
function isElsewhere({ headers }: IncomingMessage, own: HostAndPort): boolean {
  if (PROXIED.some((name) => headers[name] !== undefined)) return false;
  if (MARKED.test(headers.cookie ?? '')) return false;
  const [, name, port] = LOOPBACK.exec(headers.host ?? '') ?? [];
  if (name === undefined || name.toLowerCase() === own.hostname) return false;
  // `Host` without a port means the default port of its scheme, which only the browser knows.
  return port === undefined ? ['80', '443'].includes(own.port) : port === own.port;
}

function isPage(req: Request): boolean {
  const { method, originalUrl } = req;
  return ['GET', 'HEAD'].includes(method) && originalUrl.startsWith('/') && isPageRequest(req);
}
