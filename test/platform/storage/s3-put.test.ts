import type { RequestListener } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { TYPE } from './subject.js';
import { storeBefore, useUnreliableS3 } from './unreliable-s3.js';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** The bytes of all buffers in use. The second collection ends the sweep of the first. */
function bufferBytes(): number {
  gc();
  gc();
  return process.memoryUsage().arrayBuffers;
}

/** The size of a part of `put`. */
const PART_BYTES = 8 * 1024 * 1024;

useUnreliableS3();

/** A server that accepts one object in parts and keeps none of its bytes. */
function forgetful(): RequestListener {
  let isWritten = false;
  return (req, res) => {
    req.resume();
    req.on('end', () => {
      if (req.method === 'PUT') res.writeHead(200, { ETag: '"x"' }).end();
      else if (req.method === 'POST') {
        isWritten = !req.url?.includes('uploads');
        res.end(`<R>${isWritten ? '<ETag>"x"</ETag>' : '<UploadId>u</UploadId>'}</R>`);
      } else {
        const modified = new Date().toUTCString();
        res.writeHead(isWritten ? 200 : 404, { ETag: '"x"', 'Last-Modified': modified }).end();
      }
    });
  };
}

it('a put of many parts keeps at most two of them in memory', async () => {
  const storage = await storeBefore(forgetful());
  const chunk = new Uint8Array(PART_BYTES / 2);
  const kept: number[] = [];
  async function* body() {
    for (let at = 0; at < 16; at += 1) {
      yield chunk;
      kept.push(bufferBytes() - before);
    }
  }
  const before = bufferBytes();
  expect(await storage.put('staging/x', body(), TYPE)).toMatchObject({ etag: '"x"' });
  expect(Math.max(...kept)).toBeLessThan(2.5 * PART_BYTES);
});
