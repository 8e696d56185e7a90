import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';

// A property, because a WeakMap costs each request several microseconds.
const MOUNT = Symbol('mount path');

interface Mounted extends IncomingMessage {
  [MOUNT]?: string;
  route?: unknown;
}

/**
 * Mounts handlers at a path, and notes it on each request that enters them. Express forgets the
 * path when a handler throws, and knows it only as the client wrote it.
 */
export function mount(app: Express, path: string, ...handlers: RequestHandler[]): void {
  const enter: RequestHandler = (req: Mounted, _res, next) => {
    req[MOUNT] = path;
    next();
  };
  const leave: RequestHandler = (req: Mounted, _res, next) => {
    delete req[MOUNT];
    // A route that passed the request on did not serve it.
    delete req.route;
    next();
  };
  app.use(path, enter, ...handlers, leave);
}

/**
 * The route of Express that serves a request, after the path of its router; null for other
 * requests. It never contains a text of the client.
 */
export function mountedRouteOf(req: Mounted): string | null {
  const mounted = req[MOUNT];
  const base = mounted === undefined || mounted === '/' ? '' : mounted;
  const { route } = req;
  const own = typeof route === 'object' && route !== null && 'path' in route ? route.path : null;
  if (typeof own === 'string' && own !== '/') return `${base}${own}`;
  return base || (own === '/' ? own : null);
}
