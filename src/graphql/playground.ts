import { randomBytes } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { onceFor } from '../platform/concurrency.js';
import { serveStatic, variantsFolder } from '../platform/http/serve-static.js';
import { playgroundPolicy, renderPlayground } from './playground-page.js';

/** The options of the playground. */
export interface PlaygroundOptions {
  /** The path of the GraphQL endpoint on the same origin, such as `/graphql`. */
  readonly endpoint: string;
  /**
   * Counts a request, authenticates the browser's session and calls the handler. The handler sends
   * the response itself, so it returns null.
   */
  page(handler: (visit: PlaygroundVisit) => Promise<null>): RequestHandler;
}

/** One request for the page; `user` is null without a session. */
export interface PlaygroundVisit {
  readonly user: { readonly username: string } | null;
  readonly req: Request;
  readonly res: Response;
}

/** The policy of files other than the page: opened directly, they may do nothing. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Creates the router of a GraphQL IDE, for any mount path, with or without a trailing slash. All
 * its files come from this service, and the page connects only to its own origin. The browser sends
 * its session with each request, and the page shows the user of that session. The page forgets all
 * input when it closes.
 */
export function playground({ endpoint, page }: PlaygroundOptions): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.setHeader('Content-Security-Policy', FILE_POLICY);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'no-referrer');
    next();
  });
  const respond = async ({ user, req, res }: PlaygroundVisit) => {
    const nonce = randomBytes(16).toString('base64');
    const baseUrl = `${req.baseUrl}/`;
    res.setHeader('Content-Security-Policy', playgroundPolicy(nonce));
    res.setHeader('Cache-Control', 'private, no-store');
    const username = user?.username ?? null;
    res.type('html').send(await renderPlayground({ baseUrl, endpoint, nonce, username }));
    return null;
  };
  router.get(['/', '/index.html'], page(respond));
  const files = onceFor(async () => {
    const { getDistDirectory } = await import('altair-static');
    return serveStatic(getDistDirectory(), variantsFolder('playground'));
  });
  router.use(async (req, res, next) => (await files())(req, res, next));
  return router;
}
