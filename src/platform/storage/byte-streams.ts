import { openHasher } from '../hashing/open-hasher.js';
import { type MeasuredBytes, OtherBytes } from './storage.port.js';

/**
 * Yields the bytes of `read`, and calls it only when the consumer takes the first chunk. For
 * consumers that may fail before that: bytes that are opened and never taken keep their file or
 * connection open. Throws the errors of `read` to the consumer.
 */
export async function* readLater(
  read: () => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  yield* await read();
}

/**
 * Reads bytes to their end and throws `OtherBytes` unless they are exactly `measured`. Large
 * objects are hashed in a thread. Throws the reason of an aborted `signal`.
 */
export async function verifyToEnd(
  bytes: AsyncIterable<Uint8Array>,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<void> {
  for await (const _ of verifyStream(bytes, measured, signal));
}

/**
 * Passes bytes on, and throws `OtherBytes` before their end unless they are exactly `measured`. So
 * a consumer of wrong bytes never sees a regular end. The next chunk may reuse the memory of the
 * last. Throws the reason of an aborted `signal` when the next chunk arrives.
 */
export async function* verifyStream(
  bytes: AsyncIterable<Uint8Array>,
  { sha256, sizeBytes }: MeasuredBytes,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hasher = openHasher(sizeBytes, { sha512: false, sha1: false });
  try {
    let seenBytes = 0;
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      seenBytes += chunk.length;
      if (seenBytes > sizeBytes) break;
      await hasher.update(chunk);
      yield chunk;
    }
    const isExact = seenBytes === sizeBytes && (await hasher.end()).sha256 === sha256;
    if (!isExact) throw new OtherBytes(`${seenBytes} bytes are not those of ${sha256}`);
  } finally {
    await hasher.close();
  }
}
