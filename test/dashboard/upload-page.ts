import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { HashReport } from '../../dashboard/src/upload/hash.worker.js';
import { serveApi } from './api-server.js';
import { createUploadService, type UploadService } from './upload-service.js';

/** The result of a request of the page. After `lost`, only its response does not arrive. */
export type Fate = 'arrives' | 'lost' | 'broken';

/**
 * Gives the code of the dashboard what a browser has, for one test: a page in English of a service
 * for uploads. `fateOf` decides about each request by its GraphQL operation, or `PUT` for one to
 * the object store.
 */
export async function openPage(fateOf: (operation: string) => Fate): Promise<UploadService> {
  const service = createUploadService();
  await serveApi(service.listener);
  const send = globalThis.fetch;
  const through = async (operation: string, path: string, init: RequestInit) => {
    const fate = fateOf(operation);
    if (fate === 'broken') throw new TypeError('the connection is broken');
    const response = await send(path, init);
    if (fate === 'arrives') return response;
    await response.arrayBuffer();
    throw new TypeError('the response is lost');
  };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    through(JSON.parse(String(init.body)).operationName, path, init),
  );
  vi.stubGlobal(
    'XMLHttpRequest',
    putsWith((path, init) => through('PUT', path, init)),
  );
  vi.stubGlobal('Worker', HashWorker);
  vi.stubGlobal('window', new EventTarget());
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return service;
}

/** Ends the pauses of the page before its next attempts, as a browser does that is online again. */
export function comeOnline(): void {
  window.dispatchEvent(new Event('online'));
}

/** The part of `XMLHttpRequest` that a PUT needs. */
function putsWith(put: (path: string, init: RequestInit) => Promise<Response>) {
  return class {
    readonly upload = { onprogress: null };
    readonly #stop = new AbortController();
    readonly #headers: Record<string, string> = {};
    #url = '';
    status = 0;
    onload = () => {};
    onerror = () => {};
    onloadend = () => {};

    open(_method: string, url: string): void {
      this.#url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }

    abort(): void {
      this.#stop.abort();
    }

    async send(body: Blob): Promise<void> {
      const { signal } = this.#stop;
      try {
        const bytes = await body.arrayBuffer();
        const init = { method: 'PUT', headers: this.#headers, body: bytes, signal };
        this.status = (await put(this.#url, init)).status;
        this.onload();
      } catch {
        this.onerror();
      }
      this.onloadend();
    }
  };
}

/** Hashes in the process of the test. */
class HashWorker {
  onmessage = (_: { readonly data: HashReport }) => {};

  async postMessage(file: File): Promise<void> {
    const bytes = Buffer.from(await file.arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.onmessage({ data: { kind: 'done', sha256 } });
  }

  terminate(): void {}
}
