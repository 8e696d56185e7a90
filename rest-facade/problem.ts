import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { problemHeaders } from '../src/platform/http/headers.js';
import type { Log } from '../src/platform/log.js';
import { problem, RegisteredError } from '../src/registry/errors.js';
import { headerOf, localeOf } from './headers.js';
import { problemDocument } from './problem-document.js';
import { PRIVATE, sendBytes, VARY } from './public-response.js';
import { pathOf } from './shown-path.js';
import { requestIdOf, traceIdOf } from './trace.js';

/** Sends an error as a problem document (Spec 2.10). */
export type SendProblem = (req: IncomingMessage, res: ServerResponse, error: unknown) => void;

/**
 * Creates the writer of problem documents. The client gets a registered error as it is, and
 * `internal_error` for any other error. `logProblem` logs the original error. If the response has
 * already begun, the writer only closes the connection. OAuth endpoints and MCP have their own.
 */
export function createProblemWriter(options: {
  /** Without a trailing slash; problem types live below it. */
  readonly publicUrl: string;
  readonly log: Log;
}): SendProblem {
  return (req, res, error) => {
    const known = error instanceof RegisteredError ? error : problem('internal_error');
    logProblem(options.log, req, error);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const document = Buffer.from(JSON.stringify(documentOf(known, req, options.publicUrl)));
    sendBytes(req, res, known.status, document, headersOf(known, req));
  };
}

/** The problem document of an error, for this request. */
export function documentOf(error: RegisteredError, req: IncomingMessage, publicUrl: string) {
  const locale = localeOf(headerOf(req, 'accept-language'));
  const ids = { requestId: requestIdOf(req), traceId: traceIdOf(req) };
  return problemDocument(error, { publicUrl, locale, instance: pathOf(req), ...ids });
}

/**
 * The headers of a response with a problem document. A 413 closes the connection if the request's
 * body has not been read to its end.
 */
export function headersOf(error: RegisteredError, req: IncomingMessage): OutgoingHttpHeaders {
  // The rest of a huge body is not read: the connection ends with the response.
  const cutsOff = error.status === 413 && !req.complete;
  return {
    ...problemHeaders(error),
    ...challengeOf(error, req),
    ...(cutsOff ? { Connection: 'close' } : {}),
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Language': localeOf(headerOf(req, 'accept-language')),
    'Cache-Control': PRIVATE,
    Vary: `${VARY}, Accept-Language`,
    'X-Request-Id': requestIdOf(req),
  };
}

/**
 * The challenge of RFC 6750 3. A caller without a credential learns only which kind to send. A
 * caller with an invalid one gets `invalid_token`. A caller whose credential lacks a scope learns
 * the scopes that suffice.
 */
function challengeOf(error: RegisteredError, req: IncomingMessage): OutgoingHttpHeaders {
  if (error.code === 'insufficient_scope') {
    const scopes = error.extensions.required_scopes ?? [];
    const scope = scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : '';
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope"${scope}` };
  }
  if (error.status !== 401) return {};
  const isBare = req.headers.authorization === undefined;
  return { 'WWW-Authenticate': isBare ? 'Bearer' : 'Bearer error="invalid_token"' };
}

/**
 * Logs an error with the details that operators need: an unexpected one as an error, another 5xx
 * as a warning. A refusal is logged only if it has a detail for the log.
 */
export function logProblem(log: Log, req: IncomingMessage, error: unknown): void {
  const ids = { request_id: requestIdOf(req), trace_id: traceIdOf(req) };
  const fields = { ...ids, path: pathOf(req), err: error };
  const isExpected = error instanceof RegisteredError && error.code !== 'internal_error';
  if (!isExpected) log.error(fields, 'a request failed unexpectedly');
  else if (error.status >= 500) log.warn(fields, 'a request could not be served');
  else if (error.logDetail !== null) log.info(fields, 'a request was refused');
}
