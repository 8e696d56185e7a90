import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../../../registry/errors.js';
import type { Multiparts } from './multiparts.js';
import type { Objects } from './objects.js';
import type { WriteGrant } from './tokens.js';
import type { Writers } from './writers.js';

/** A client that is silent for this long counts as disconnected. Its bytes are dropped. */
const SILENCE_MILLISECONDS = 60_000;

/** The targets of bodies, and the limit on writers. */
interface Stores {
  readonly objects: Objects;
  readonly multiparts: Multiparts;
  readonly writers: Writers;
}

/**
 * Receives the body of a signed PUT. Before it reads the first byte, it checks:
 * - `Content-Length` is present and equals the signed size
 * - a whole object has its signed `Content-Type` and `If-None-Match: *`
 * - the upload has a free writer slot
 * Before the bytes count, they must match `Content-MD5` if the client sent it.
 */
export async function accept(
  stores: Stores,
  grant: WriteGrant,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (Number(req.headers['content-length'] ?? Number.NaN) !== grant.sizeBytes) {
    throw problem('invalid_size', { log: 'Content-Length is not the signed size' });
  }
  if (grant.operation === 'put') checkSignedHeaders(grant.contentType, req);
  const etag = await stores.writers.admit(grant, () =>
    store(stores, grant, bodyOf(req, grant.sizeBytes)),
  );
  res.writeHead(200, { ETag: etag, 'Content-Length': 0 }).end();
}

function checkSignedHeaders(contentType: string, req: IncomingMessage): void {
  if (req.headers['content-type'] !== contentType) {
    throw problem('invalid_request', { log: 'Content-Type is not the signed one' });
  }
  if (req.headers['if-none-match'] !== '*') {
    throw problem('invalid_request', { log: 'the signed If-None-Match: * is missing' });
  }
}

async function store(
  { objects, multiparts }: Stores,
  grant: WriteGrant,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  if (grant.operation === 'put') {
    return (await objects.put(grant.key, body, grant.contentType)).etag;
  }
  return multiparts.putPart(grant.key, grant.multipartId, grant, body);
}

async function* bodyOf(req: IncomingMessage, sizeBytes: number): AsyncGenerator<Uint8Array> {
  const expectedMd5 = req.headers['content-md5'];
  const md5 = expectedMd5 === undefined ? null : createHash('md5');
  let missingBytes = sizeBytes;
  req.setTimeout(SILENCE_MILLISECONDS, () => req.destroy());
  // Leaving the loop early must not close the connection, because the response is still to be sent.
  const chunks: AsyncIterable<Uint8Array> = req.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    missingBytes -= chunk.length;
    if (missingBytes < 0) break;
    md5?.update(chunk);
    yield chunk;
  }
  req.setTimeout(0);
  if (missingBytes !== 0) throw problem('invalid_size', { log: 'not as many bytes as signed' });
  if (md5 !== null && md5.digest('base64') !== expectedMd5) {
    throw problem('invalid_request', { log: 'the bytes do not fit Content-MD5' });
  }
}
