import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../src/registry/limits.js';

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._:~-]{1,${LIMITS.requestIdCharacters}}$`);
// Version 00 is 55 characters long, later ones may continue after a hyphen (W3C Trace Context 3.2).
// A comma means that the header was sent twice, which is ambiguous.
const TRACEPARENT =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[^,]*)?$/;

// Properties, because a WeakMap costs each request several microseconds.
const REQUEST = Symbol('request id');
const TRACE = Symbol('trace id');

interface Traced extends IncomingMessage {
  [REQUEST]?: string;
  [TRACE]?: string;
}

/**
 * The `X-Request-Id` of the response. A well-formed one of the request is kept. Every call for a
 * request returns the same, so that all parts of the service agree.
 */
export function requestIdOf(req: Traced): string {
  const known = req[REQUEST];
  if (known !== undefined) return known;
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  req[REQUEST] = id;
  return id;
}

/**
 * The trace of a request: the caller's W3C trace, or a new one, as 32 hex digits. Every call for a
 * request returns the same. Only problems and logs show it.
 */
export function traceIdOf(req: Traced): string {
  const known = req[TRACE];
  if (known !== undefined) return known;
  const parent = req.headers.traceparent;
  const given = typeof parent === 'string' ? TRACEPARENT.exec(parent)?.[1] : undefined;
  const id = given ?? randomBytes(16).toString('hex');
  req[TRACE] = id;
  return id;
}
