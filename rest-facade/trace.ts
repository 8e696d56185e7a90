import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../src/registry/limits.js';

/** The two names that a request goes by in answers and logs. */
export interface Trace {
  /** The `X-Request-Id` of the answer. */
  readonly requestId: string;
  /** 32 hex digits: the caller's W3C trace, or a new one. */
  readonly traceId: string;
}

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._:~-]{1,${LIMITS.requestIdCharacters}}$`);
// Version 00 is 55 characters long, later ones may go on after a hyphen (W3C Trace Context 3.2). A
// comma would come from a header that was sent twice, and nobody knows which of them is meant.
const TRACEPARENT =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[^,]*)?$/;

const known = new WeakMap<IncomingMessage, Trace>();

/**
 * Names a request, once: every later call answers the same, so that whatever part of the service
 * answers it agrees. A well-formed incoming `X-Request-Id` is kept.
 */
export function traceOf(req: IncomingMessage): Trace {
  const before = known.get(req);
  if (before) return before;
  const given = req.headers['x-request-id'];
  const parent = req.headers['traceparent'];
  const trace = {
    requestId: typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
    traceId:
      (typeof parent === 'string' ? TRACEPARENT.exec(parent)?.[1] : undefined) ??
      randomBytes(16).toString('hex'),
  };
  known.set(req, trace);
  return trace;
}
