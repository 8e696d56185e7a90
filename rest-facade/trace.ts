import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../src/registry/limits.js';

/** The two ids of a request in responses and logs. */
export interface Trace {
  /** The `X-Request-Id` of the response. */
  readonly requestId: string;
  /** 32 hex digits: the caller's W3C trace, or a new one. */
  readonly traceId: string;
}

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._:~-]{1,${LIMITS.requestIdCharacters}}$`);
// Version 00 is 55 characters long, later ones may continue after a hyphen (W3C Trace Context 3.2).
// A comma means that the header was sent twice, which is ambiguous.
const TRACEPARENT =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[^,]*)?$/;

const known = new WeakMap<IncomingMessage, Trace>();

/**
 * Assigns the ids of a request. Every later call returns the same, so that all parts of the service
 * agree. A well-formed incoming `X-Request-Id` is kept.
 */
export function traceOf(req: IncomingMessage): Trace {
  const before = known.get(req);
  if (before) return before;
  const given = req.headers['x-request-id'];
  let traceId: string | null = null;
  const trace: Trace = {
    requestId: typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
    // Only problems and logs show it.
    get traceId() {
      traceId ??= traceIdOf(req);
      return traceId;
    },
  };
  known.set(req, trace);
  return trace;
}

function traceIdOf({ headers: { traceparent: parent } }: IncomingMessage): string {
  const given = typeof parent === 'string' ? TRACEPARENT.exec(parent)?.[1] : undefined;
  return given ?? randomBytes(16).toString('hex');
}
