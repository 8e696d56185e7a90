import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** The id of the user for whom the page was made. */
export const PAGE_USER = 'ann';

/**
 * Starts a server for one test. The code of the dashboard sends its requests there, as a page in
 * English would. Returns the number of requests that the page has sent.
 */
export async function serveApi(listener: RequestListener): Promise<() => number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const send = globalThis.fetch;
  const fetchThere = vi.fn((path: string, init?: RequestInit) =>
    send(`http://127.0.0.1:${port}${path}`, init),
  );
  vi.stubGlobal('fetch', fetchThere);
  vi.stubGlobal('document', {
    documentElement: { lang: 'en' },
    getElementById: () => ({ dataset: { user: PAGE_USER } }),
  });
  onTestFinished(async () => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return () => fetchThere.mock.calls.length;
}
