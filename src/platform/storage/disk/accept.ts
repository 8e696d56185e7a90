import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../../../registry/errors.js';
import { malformed } from '../../../registry/malformed.js';
import type { Multiparts } from './multiparts.js';
import type { Objects } from './objects.js';
import type { SignedWrite } from './tokens.js';
import type { Turns } from './turns.js';

/** The retry delay of a rejected writer. A silent writer loses its slot after one minute. */
const RETRY_SECONDS = 30;

/** Limits the concurrent bodies of signed PUTs. */
export interface Writers {
  /**
   * Receives a body in a writer slot and releases the slot afterwards. Throws `service_unavailable`
   * with `Retry-After` before it reads a byte, if the upload has no free writer slot.
   */
  admit<T>(signed: SignedWrite, receive: () => Promise<T>): Promise<T>;
}

/**
 * Limits the concurrent bodies of the store in `directory`, in all processes that share the turns:
 * one for each part, and one more in each upload (`Turns.enter`). So the writers of an upload use
 * at most its declared size plus one more body on disk.
 */
export function createWriters(turns: Turns, directory: string): Writers {
  return {
    async admit(signed, receive) {
      const release = await turns.enter(`${directory}\n${signed.key}`, addressOf(signed));
      if (release === null) throw busy();
      try {
        return await receive();
      } finally {
        release();
      }
    },
  };
}

/** The part number, for every multipart upload of the key; 0 for a single PUT. */
const addressOf = (signed: SignedWrite): number =>
  signed.operation === 'part' ? signed.partNumber : 0;

function busy(): Error {
  return problem('service_unavailable', {
    retryAfterSeconds: RETRY_SECONDS,
    log: 'too many writers of one upload at once',
  });
}

/** A client that is silent for this long counts as disconnected. Its bytes are dropped. */
const SILENCE_MILLISECONDS = 60_000;

/** The targets of bodies, and the limit on writers. */
interface Stores {
  readonly objects: Objects;
  readonly multiparts: Multiparts;
  readonly writers: Writers;
}

/**
 * Receives the body of a signed PUT and responds with its ETag. Before the first byte, it checks:
 * - `Content-Length` is present and equals the signed size
 * - a whole object has its signed `Content-Type` and `If-None-Match: *`
 * - the upload has a free writer slot
 * Before the bytes count, they must match `Content-MD5` if the client sent it. Throws
 * `invalid_size`, `invalid_request` or `service_unavailable`, the errors of the store, and an error
 * of the stream if the client disconnects.
 */
export async function accept(
  stores: Stores,
  signed: SignedWrite,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (Number(req.headers['content-length'] ?? Number.NaN) !== signed.sizeBytes) {
    throw notSigned(signed.sizeBytes, 'Content-Length is not the signed size');
  }
  if (signed.operation === 'put') checkSignedHeaders(signed.contentType, req);
  const etag = await stores.writers.admit(signed, () =>
    store(stores, signed, bodyOf(req, signed.sizeBytes)),
  );
  res.writeHead(200, { ETag: etag, 'Content-Length': 0 }).end();
}

function checkSignedHeaders(contentType: string, req: IncomingMessage): void {
  if (req.headers['content-type'] !== contentType) {
    throw malformed('signed_type');
  }
  if (req.headers['if-none-match'] !== '*') {
    throw malformed('signed_condition');
  }
}

async function store(
  { objects, multiparts }: Stores,
  signed: SignedWrite,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  if (signed.operation === 'put') {
    return (await objects.put(signed.key, body, signed.contentType)).etag;
  }
  return multiparts.putPart(signed.key, signed.multipartId, signed, body);
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
  if (missingBytes !== 0) throw notSigned(sizeBytes, 'not as many bytes as signed');
  if (md5 !== null && md5.digest('base64') !== expectedMd5) {
    throw malformed('content_md5');
  }
}

function notSigned(sizeBytes: number, log: string): Error {
  return problem('invalid_size', {
    log,
    detail: {
      en: `The address was signed for exactly ${sizeBytes} bytes; send that many, with the matching Content-Length.`,
      ru: `Адрес подписан ровно для ${sizeBytes} Б; отправьте столько же байтов с таким же Content-Length.`,
      de: `Die Adresse ist für genau ${sizeBytes} Bytes signiert; senden Sie so viele, mit passendem Content-Length.`,
    },
  });
}
