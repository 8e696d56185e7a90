import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A program on the machine of its user that waits for the answer to what it asked for. */
export interface LoopbackApplication {
  /** Where the browser is to be sent; RFC 8252 7.3 lets it choose the port. */
  readonly redirectUri: string;
  /** The address with which the browser arrived next; resolves when it does. */
  arrival(): Promise<URL>;
}

/** Starts such a program for the tests of one file, and ends it after them. */
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
    arrival() {
      const url = arrived.shift();
      return url ? Promise.resolve(url) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
