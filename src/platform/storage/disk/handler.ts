import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../../../registry/errors.js';
import type { Clock } from '../../clock.js';
import { ObjectExists, ObjectMissing, PartMismatch } from '../storage.port.js';
import { accept } from './accept.js';
import { hasCode, NO_ROOM } from './files.js';
import type { Multiparts } from './multiparts.js';
import type { Objects } from './objects.js';
import { serve } from './serve.js';
import { methodOf } from './signer.js';
import type { Grant, Tokens } from './tokens.js';
import type { Writers } from './writers.js';

/** Handles signed URLs. Suits both `http.createServer` and `app.use(mountPath, …)`. */
export type StorageHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Writes the problem document for an error, registered or not. */
export type WriteProblem = (req: IncomingMessage, res: ServerResponse, error: unknown) => void;

/** The parts of the handler. */
export interface HandlerParts {
  readonly objects: Objects;
  readonly multiparts: Multiparts;
  readonly writers: Writers;
  readonly tokens: Tokens;
  readonly mountPath: string;
  readonly clock: Clock;
  readonly onProblem: WriteProblem;
}

/** The number of bytes to drain from a rejected body, so that the client can read the response. */
const DRAIN_BYTES = 128 * 1024 * 1024;
const DRAIN_SILENCE_MILLISECONDS = 10_000;
const FULL_DISK_RETRY_SECONDS = 60;

const TOKEN_PATH = /^\/([\w-]+)(?:\?|$)/;

/** Creates the handler of a store's signed URLs. */
export function createHandler(parts: HandlerParts): StorageHandler {
  return (req, res, next) => {
    const token = tokenIn(req.url ?? '', parts.mountPath);
    if (token === undefined && next !== undefined) {
      next();
      return;
    }
    answer(parts, token ?? '', req, res).catch((error: unknown) => {
      refuse(parts.onProblem, req, res, error);
    });
  };
}

/** Accepts the full path, or the part below the mount that Express passes. */
function tokenIn(path: string, mountPath: string): string | undefined {
  const below = path.startsWith(`${mountPath}/`) ? path.slice(mountPath.length) : path;
  return TOKEN_PATH.exec(below)?.[1];
}

async function answer(
  parts: HandlerParts,
  token: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const grant = parts.tokens.open(token);
  if (grant === null || methodOf(grant) !== req.method) {
    throw problem('forbidden', { log: 'no storage URL that was signed for this method' });
  }
  if (grant.expiresAt <= parts.clock.now()) throw expired(grant);
  if (grant.operation === 'put' || grant.operation === 'part') {
    await accept(parts, grant, req, res);
  } else {
    await serve(parts.objects, grant, req, res);
  }
}

function expired({ operation }: Grant): Error {
  const reads = operation === 'get' || operation === 'head';
  return problem(reads ? 'download_session_expired' : 'session_expired');
}

function refuse(
  onProblem: WriteProblem,
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
  onProblem(req, res, toRegistered(error));
  drain(req);
}

function toRegistered(error: unknown): unknown {
  if (error instanceof ObjectExists) return problem('precondition_failed', { cause: error });
  if (error instanceof ObjectMissing) return problem('not_found', { cause: error });
  if (error instanceof PartMismatch) return problem('invalid_parts', { status: 409, cause: error });
  if (!hasCode(error, ...NO_ROOM)) return error;
  return problem('service_unavailable', {
    retryAfterSeconds: FULL_DISK_RETRY_SECONDS,
    headers: { 'Retry-After': String(FULL_DISK_RETRY_SECONDS) },
    log: 'the disk of the object store is full',
    cause: error,
  });
}

// Closing the connection to a client that still sends would make it lose the response.
function drain(req: IncomingMessage): void {
  let leftBytes = DRAIN_BYTES;
  req.setTimeout(DRAIN_SILENCE_MILLISECONDS, () => req.destroy());
  req.on('data', (chunk: Uint8Array) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) req.destroy();
  });
}
