import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A program on the user's machine that waits for the redirect of its authorization request. */
export interface LoopbackApplication {
  /** The redirect URI of the program. RFC 8252 7.3 lets it choose the port. */
  readonly redirectUri: string;
  /** The address to which the browser is redirected next; resolves when it arrives. */
  nextRedirect(): Promise<URL>;
}

/** Starts such a program for the tests of one file, and stops it after them. */
export function useLoopbackApplication(): LoopbackApplication {
  let redirectUri = '';
  const arrived: URL[] = [];
  const waiting: ((url: URL) => void)[] = [];
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', redirectUri);
    res.setHeader('Content-Type', 'text/html').end('<title>Done</title><p>Back in your program.');
    if (url.pathname !== '/callback') return;
    const next = waiting.shift();
    if (next) next(url);
    else arrived.push(url);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    redirectUri = `http://127.0.0.1:${port}/callback`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get redirectUri() {
      return redirectUri;
    },
    nextRedirect() {
      const url = arrived.shift();
      return url ? Promise.resolve(url) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
