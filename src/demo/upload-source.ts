import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { RequestBody } from './client.js';

/** Upload data that can be read again from any offset for a retry. */
export interface UploadSource {
  readonly sizeBytes: number;
  /** Hex SHA-256 of the whole. */
  readonly sha256: string;
  /** The bytes from `start` (inclusive) to `end` (exclusive). */
  open(start: number, end: number): RequestBody;
}

/** A source in memory. */
export function bytesSource(bytes: Uint8Array): UploadSource {
  return {
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: (start, end) => bytes.subarray(start, end),
  };
}

/** A source on disk. It is read once for its hash and never held in memory as a whole. */
export async function fileSource(path: string): Promise<UploadSource> {
  const { size } = await stat(path);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return {
    sizeBytes: size,
    sha256: hash.digest('hex'),
    open: (start, end) => Readable.toWeb(createReadStream(path, { start, end: end - 1 })),
  };
}
