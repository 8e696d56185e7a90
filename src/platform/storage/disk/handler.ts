import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import { shown } from '../../../registry/details.js';
import { problem } from '../../../registry/errors.js';
import type { Clock } from '../../clock.js';
import { hasSystemCode } from '../../error-code.js';
import { attachment } from '../../http/headers.js';
import { unmetCondition } from '../../http/unmet-condition.js';
import { ObjectExists, ObjectMissing, PartMismatch } from '../storage.port.js';
import { accept, type Writers } from './accept.js';
import { NO_ROOM } from './files.js';
import type { Multiparts } from './multiparts.js';
import type { Objects } from './objects.js';
import { methodOf, type SignedOperation, type SignedRead, type Tokens } from './tokens.js';

/**
 * Handles a signed GET or HEAD, with ranges and conditions (RFC 9110 sections 13 and 14). Sends the
 * bytes unchanged: uncompressed, and caches must not transform or share them.
 */
async function sendObject(
  objects: Objects,
  signed: SignedRead,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const head = await objects.head(signed.key);
  if (head === null) throw problem('not_found');
  res.setHeader('ETag', head.etag);
  res.setHeader('Last-Modified', head.lastModified.toUTCString());
  res.setHeader('Content-Type', signed.contentType ?? head.contentType);
  res.setHeader('Content-Disposition', attachment(signed.filename));
  res.setHeader('Cache-Control', 'private, max-age=0, no-transform');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  adaptRequest(req, head.sizeBytes);
  await stream(objects.path(signed.key), req, res);
}

// Adapts the request where `send` deviates from RFC 9110.
function adaptRequest(req: IncomingMessage, sizeBytes: number): void {
  const { headers } = req;
  // A reload directive addresses caches. Here it would hide that the client's copy is current.
  delete headers['cache-control'];
  // Ranges apply only to GET. HEAD returns the size of the whole object.
  if (req.method === 'HEAD') delete headers.range;
  // A suffix range longer than the object means the whole object.
  const suffix = /^bytes=-(\d+)$/.exec(headers.range ?? '')?.[1];
  if (suffix !== undefined && Number(suffix) > sizeBytes) headers.range = 'bytes=0-';
  // A weak validator must not match for ranges, because their bytes are combined.
  if (String(headers['if-range'] ?? '').startsWith('W/')) delete headers.range;
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) headers['if-match'] = ifMatch.replace(/W\/"[^"]*"/g, '""');
}

function stream(root: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const own = { etag: false, lastModified: false, cacheControl: false, index: false } as const;
  return new Promise((resolve, reject) => {
    res.once('close', resolve);
    send(req, 'data', { ...own, root })
      .on('error', (error: { status?: number }) => {
        if (error.status === 412) reject(unmetCondition(error));
        else if (error.status === 416) resolve(refuseRange(res));
        else if (error.status === 404) reject(problem('not_found', { cause: error }));
        else reject(error);
      })
      .pipe(res);
  });
}

// No registered error has status 416. The header `Content-Range` is already set and tells the
// client enough.
function refuseRange(res: ServerResponse): void {
  for (const name of ['Content-Type', 'Content-Disposition']) res.removeHeader(name);
  res.writeHead(416, { 'Content-Length': 0 }).end();
}

/** Handles signed URLs. Suits both `http.createServer` and `app.use(mountPath, …)`. */
export type StorageHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Writes the problem document for an error, registered or not. */
export type SendProblem = (req: IncomingMessage, res: ServerResponse, error: unknown) => void;

/** The parts of the handler. */
interface HandlerParts {
  readonly objects: Objects;
  readonly multiparts: Multiparts;
  readonly writers: Writers;
  readonly tokens: Tokens;
  readonly mountPath: string;
  readonly clock: Clock;
  readonly sendProblem: SendProblem;
}

/** The number of bytes to drain from a rejected body, so that the client can read the response. */
const DRAIN_BYTES = 128 * 1024 * 1024;
const DRAIN_SILENCE_MILLISECONDS = 10_000;
const FULL_DISK_RETRY_SECONDS = 60;

const TOKEN_PATH = /^\/([\w-]+)(?:\?|$)/;

/**
 * Creates the handler of a store's signed URLs. A path that cannot be a token goes to `next` if it
 * is given. Errors go to `sendProblem`, with those of `accept`: `forbidden` for an invalid token or
 * another method, `session_expired` or `download_session_expired` after its expiry, and `not_found`
 * and `precondition_failed` for the object. A wrong part is `invalid_parts`, and a full disk
 * `service_unavailable`. Only 416 for an invalid range has no problem document.
 */
export function createHandler(parts: HandlerParts): StorageHandler {
  return (req, res, next) => {
    const token = tokenIn(req.url ?? '', parts.mountPath);
    if (token === undefined && next !== undefined) {
      next();
      return;
    }
    handleSigned(parts, token ?? '', req, res).catch((error: unknown) => {
      refuse(parts.sendProblem, req, res, error);
    });
  };
}

/** Accepts the full path, or the part below the mount that Express passes. */
function tokenIn(path: string, mountPath: string): string | undefined {
  const below = path.startsWith(`${mountPath}/`) ? path.slice(mountPath.length) : path;
  return TOKEN_PATH.exec(below)?.[1];
}

async function handleSigned(
  parts: HandlerParts,
  token: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const signed = parts.tokens.open(token);
  if (signed === null || methodOf(signed) !== req.method) {
    throw notSignedFor(req.method);
  }
  if (signed.expiresAt <= parts.clock.now()) throw expired(signed);
  if (signed.operation === 'put' || signed.operation === 'part') {
    await accept(parts, signed, req, res);
  } else {
    await sendObject(parts.objects, signed, req, res);
  }
}

function expired({ operation }: SignedOperation): Error {
  const reads = operation === 'get' || operation === 'head';
  return problem(reads ? 'download_session_expired' : 'session_expired');
}

function refuse(
  sendProblem: SendProblem,
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
): void {
  // The client disconnected, or the response has begun. Closing the connection is the only signal
  // left.
  if (res.destroyed || res.headersSent || (req.destroyed && !req.complete)) {
    res.destroy();
    return;
  }
  for (const name of ['Content-Type', 'Content-Disposition', 'Content-Length', 'Accept-Ranges']) {
    res.removeHeader(name);
  }
  sendProblem(req, res, toRegistered(error));
  drain(req);
}

function toRegistered(error: unknown): unknown {
  if (error instanceof ObjectExists) return alreadyStored(error);
  if (error instanceof ObjectMissing) return problem('not_found', { cause: error });
  if (error instanceof PartMismatch) return changedParts(error);
  if (!hasSystemCode(error, ...NO_ROOM)) return error;
  return problem('service_unavailable', {
    retryAfterSeconds: FULL_DISK_RETRY_SECONDS,
    log: 'the disk of the object store is full',
    cause: error,
  });
}

// The listener closes the connection only after this, so that the client can read the response.
function drain(req: IncomingMessage): void {
  let leftBytes = DRAIN_BYTES;
  req.setTimeout(DRAIN_SILENCE_MILLISECONDS, () => req.destroy());
  req.on('data', (chunk: Uint8Array) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) req.destroy();
  });
}

function notSignedFor(method = ''): Error {
  return problem('forbidden', {
    log: 'the URL is not signed for this method',
    detail: {
      en: `This address was not signed for ${shown(method)}; use the address with the method that came with it, both unchanged, or request a new one.`,
      ru: `Этот адрес не подписан для ${shown(method)}; используйте полученные метод и полный адрес или запросите новый.`,
      de: `Diese Adresse ist nicht für ${shown(method)} signiert; verwenden Sie Methode und Adresse unverändert oder fordern Sie eine neue an.`,
    },
  });
}

function alreadyStored(cause: unknown): Error {
  return problem('precondition_failed', {
    cause,
    detail: {
      en: 'An object is already stored at this address; send nothing more and complete the upload, which checks the stored bytes.',
      ru: 'По этому адресу объект уже сохранён; больше ничего не отправляйте и завершите загрузку: сохранённые байты будут проверены.',
      de: 'Unter dieser Adresse ist bereits ein Objekt gespeichert; senden Sie nichts mehr und schließen Sie den Upload ab, der die gespeicherten Bytes prüft.',
    },
  });
}

function changedParts(cause: unknown): Error {
  return problem('invalid_parts', {
    status: 409,
    cause,
    detail: {
      en: 'A part was uploaded again while the parts were joined; join them again with the last ETag of each.',
      ru: 'Одну из частей загрузили заново во время сборки; соберите их ещё раз с последним ETag каждой.',
      de: 'Ein Teil wurde während des Zusammenfügens erneut hochgeladen; fügen Sie sie mit dem letzten ETag jedes Teils erneut zusammen.',
    },
  });
}
