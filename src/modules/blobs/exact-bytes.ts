import { createHash } from 'node:crypto';
import { OtherBytes } from '../../platform/storage/storage.port.js';
import type { MirroredBlob } from './mirrored-blob.js';

/**
 * Passes bytes on, and throws `OtherBytes` before their end where they are not exactly those of the
 * blob: whoever writes them somewhere never comes to the end of wrong ones.
 */
export async function* exactBytes(
  bytes: AsyncIterable<Uint8Array>,
  { sha256, sizeBytes }: MirroredBlob,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let seenBytes = 0;
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    hash.update(chunk);
    seenBytes += chunk.length;
    if (seenBytes > sizeBytes) break;
    yield chunk;
  }
  const isExact = BigInt(seenBytes) === sizeBytes && hash.digest('hex') === sha256;
  if (!isExact) throw new OtherBytes(`${seenBytes} bytes are not those of ${sha256}`);
}
