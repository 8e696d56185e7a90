import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Client } from '../core/client.js';
import { transfer } from './transfer.js';
import type { DownloadOptions, Sink, VerifiedFile } from './types.js';

/** A verified file in memory. */
export interface DownloadedBlob extends VerifiedFile {
  readonly blob: Blob;
}

/**
 * Downloads a file into memory and verifies its size and SHA-256. For browsers, and for small
 * files. Throws ProblemError, TransportError, IntegrityError, the reason of the signal, and
 * TypeError for an id that is no UUID.
 */
export async function downloadBlob(
  client: Client,
  artifactId: string,
  options: DownloadOptions = {},
): Promise<DownloadedBlob> {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  const sink = hashingSink({
    write: async (bytes) => {
      chunks.push(new Uint8Array(bytes));
    },
    restart: async () => {
      chunks = [];
      return true;
    },
  });
  const { file, report } = await transfer(client, artifactId, sink, options, null);
  await report();
  return { ...file, blob: new Blob(chunks) };
}

/**
 * Downloads a file into a stream, for example that of `FileSystemFileHandle.createWritable()`. The
 * stream must keep nothing unless it is closed. Closes it after the verification, and aborts it
 * after a failure. Throws the errors of `downloadBlob` and of the stream.
 */
export async function downloadToStream(
  client: Client,
  artifactId: string,
  stream: WritableStream<Uint8Array>,
  options: DownloadOptions = {},
): Promise<VerifiedFile> {
  const writer = stream.getWriter();
  const sink = hashingSink({
    write: (bytes) => writer.write(bytes),
    // A stream cannot drop bytes that were written to it.
    restart: async () => false,
  });
  try {
    const { file, report } = await transfer(client, artifactId, sink, options, null);
    await writer.close();
    await report();
    return file;
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/** A sink that computes the digest as it goes, because WebCrypto needs all bytes at once. */
function hashingSink(to: Pick<Sink, 'write' | 'restart'>): Sink {
  let hash = sha256.create();
  let size = 0;
  return {
    get size() {
      return size;
    },
    async write(bytes) {
      hash.update(bytes);
      size += bytes.length;
      await to.write(bytes);
    },
    async restart() {
      if (size === 0) return true;
      if (!(await to.restart())) return false;
      hash = sha256.create();
      size = 0;
      return true;
    },
    digest: async () => bytesToHex(hash.clone().digest()),
    remember: async () => undefined,
  };
}
