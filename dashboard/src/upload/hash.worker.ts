import { createSHA256 } from 'hash-wasm';

/**
 * A report of the worker that digests a file (`hashFile`): the digested bytes, then the digest in
 * hex, or that the file cannot be read, or that the browser cannot run the hash.
 */
export type HashReport =
  | { readonly kind: 'progress'; readonly doneBytes: number }
  | { readonly kind: 'done'; readonly sha256: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unable' };

const CHUNK_BYTES = 8 * 1024 * 1024;

self.onmessage = (event: MessageEvent<File>) => {
  digest(event.data).catch(() => report({ kind: 'unable' }));
};

async function digest(file: File): Promise<void> {
  const hash = await createSHA256();
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const chunk = await bytesOf(file.slice(at, at + CHUNK_BYTES));
    if (chunk === null) return report({ kind: 'unreadable' });
    hash.update(chunk);
    report({ kind: 'progress', doneBytes: Math.min(at + CHUNK_BYTES, file.size) });
  }
  report({ kind: 'done', sha256: hash.digest('hex') });
}

/** The bytes of a chunk; null if the file was changed, moved or deleted. */
async function bytesOf(chunk: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await chunk.arrayBuffer());
  } catch {
    return null;
  }
}

function report(message: HashReport): void {
  self.postMessage(message);
}
