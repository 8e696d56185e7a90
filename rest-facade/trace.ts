import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseTraceparent } from '../src/platform/tracing/tracing.js';
import { LIMITS } from '../src/registry/limits.js';

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._:~-]{1,${LIMITS.requestIdCharacters}}$`);

// Properties, because a WeakMap costs each request several microseconds.
const REQUEST = Symbol('request id');
const TRACE = Symbol('trace id');
const ADDRESS = Symbol('address');

interface Traced extends IncomingMessage {
  [REQUEST]?: string;
  [TRACE]?: string;
  [ADDRESS]?: string;
}

/**
 * The id of a request, which its response states as `X-Request-Id`: that of the request if it is
 * well-formed, or else a new UUID. Every call for one request returns the same id.
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
  const given = parseTraceparent(req.headers.traceparent);
  const id = given?.traceId ?? randomBytes(16).toString('hex');
  req[TRACE] = id;
  return id;
}

/** Sets the trace of a request, instead of the one that `traceIdOf` would find. */
export function joinTrace(req: Traced, traceId: string): void {
  req[TRACE] = traceId;
}

/** Notes the address of a request with the names of its parameters, such as `/v1/mods/{mod_id}`. */
export function noteAddress(req: Traced, address: string): void {
  req[ADDRESS] = address;
}

/**
 * The noted address of a request; undefined without tracing, or if the facade has nothing at the
 * address.
 */
export function addressOf(req: Traced): string | undefined {
  return req[ADDRESS];
}
