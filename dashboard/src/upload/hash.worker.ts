import { createSHA256 } from 'hash-wasm';

/**
 * A report of the worker that digests a file (`hashFile`): the digested bytes, then the digest in
 * hex, or that the file cannot be read.
 */
export type HashReport =
  | { readonly kind: 'progress'; readonly doneBytes: number }
  | { readonly kind: 'done'; readonly sha256: string }
  | { readonly kind: 'unreadable' };

const CHUNK_BYTES = 8 * 1024 * 1024;

self.onmessage = (event: MessageEvent<File>) => {
  digest(event.data).catch(() => report({ kind: 'unreadable' }));
};

async function digest(file: File): Promise<void> {
  const hash = await createSHA256();
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()));
    report({ kind: 'progress', doneBytes: Math.min(at + CHUNK_BYTES, file.size) });
  }
  report({ kind: 'done', sha256: hash.digest('hex') });
}

function report(message: HashReport): void {
  self.postMessage(message);
}
