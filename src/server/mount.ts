import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';

// A property, because a WeakMap costs each request several microseconds.
const MOUNT = Symbol('mount path');

interface Mounted extends IncomingMessage {
  [MOUNT]?: string;
  route?: unknown;
}

/**
 * Mounts handlers at a path, and notes the path on each request that enters them, for
 * `mountedRouteOf`. Express forgets the path if a handler throws, and has it only as the client
 * wrote it.
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
 * The Express route that serves a request, such as `/account/keys/:id`, with its mount path; null
 * if none does. It contains only declared paths, nothing that the client sent.
 */
export function mountedRouteOf(req: Mounted): string | null {
  const mounted = req[MOUNT];
  const base = mounted === undefined || mounted === '/' ? '' : mounted;
  const { route } = req;
  const own = typeof route === 'object' && route !== null && 'path' in route ? route.path : null;
  if (typeof own === 'string' && own !== '/') return `${base}${own}`;
  return base || (own === '/' ? own : null);
}
