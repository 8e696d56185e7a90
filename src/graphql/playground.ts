import { randomBytes } from 'node:crypto';
import { getDistDirectory, isSandboxFrame, SANDBOX_FRAME_CSP } from 'altair-static';
import express, { type Response, Router } from 'express';
import { playgroundPolicy, renderPlayground } from './playground-page.js';

/** What the playground has to know of the service. */
export interface PlaygroundOptions {
  /** The path of the GraphQL endpoint on the same origin, such as `/graphql`. */
  readonly endpoint: string;
}

const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

// The frame in which the IDE runs a visitor's own request scripts, away from the page.
const SANDBOX_POLICY = [
  SANDBOX_FRAME_CSP,
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Serves a GraphQL IDE, to be mounted anywhere; the address works with and without a slash at its
 * end. Every byte comes from this process, and the page may talk to no other origin. A token goes
 * into its Auth tab; what is typed is forgotten when the page closes.
 */
export function playground({ endpoint }: PlaygroundOptions): Router {
  const router = Router();
  router.get(['/', '/index.html'], (req, res) => {
    const nonce = randomBytes(16).toString('base64');
    setCommonHeaders(res, playgroundPolicy(nonce));
    res.setHeader('Cache-Control', 'no-store');
    res.type('html').send(renderPlayground({ baseUrl: `${req.baseUrl}/`, endpoint, nonce }));
  });
  router.use(
    express.static(getDistDirectory(), {
      index: false,
      redirect: false,
      setHeaders: (res, path) =>
        isSandboxFrame(path) ? setSandboxHeaders(res) : setCommonHeaders(res, FILE_POLICY),
    }),
  );
  return router;
}

function setCommonHeaders(res: Response, policy: string): void {
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Referrer-Policy', 'no-referrer');
}

/** A sandboxed frame has no origin, so that it has to be let in to its own, public files. */
function setSandboxHeaders(res: Response): void {
  setCommonHeaders(res, SANDBOX_POLICY);
  res.setHeader('Access-Control-Allow-Origin', '*');
}
