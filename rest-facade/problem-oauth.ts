import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../src/platform/log.js';
import type { RegisteredError } from '../src/registry/errors.js';
import { headerOf } from './headers.js';
import { documentOf, headersOf, logProblem } from './problem.js';
import { sendBytes } from './public-response.js';

/** An error as OAuth names it, and as a problem. */
export interface OauthFailure {
  readonly error: string;
  /** The text for `error_description`; if null, the `detail` of the problem is sent. */
  readonly description: string | null;
  readonly problem: RegisteredError;
}

/** Sends an error of an OAuth endpoint. */
export type SendOauthFailure = (
  req: IncomingMessage,
  res: ServerResponse,
  failure: OauthFailure,
) => void;

/**
 * Creates the writer of OAuth errors: one body that satisfies both RFC 6749 5.2 and Spec 2.10. Its
 * media type is `application/json` if `Accept` names that, and `application/problem+json` if not. A
 * 401 asks for client authentication with `Basic`. The writer logs the problem. If the response has
 * already begun, it closes the connection.
 */
export function createOauthFailureWriter(options: {
  /** Without a trailing slash; problem types live below it. */
  readonly publicUrl: string;
  readonly log: Log;
}): SendOauthFailure {
  const { publicUrl, log } = options;
  return (req, res, { error, description, problem }) => {
    logProblem(log, req, problem);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const document = documentOf(problem, req, publicUrl);
    const body = { error, error_description: description ?? document.detail, ...document };
    const isPlain = /\bapplication\/json\b/i.test(headerOf(req, 'accept') ?? '');
    sendBytes(req, res, problem.status, Buffer.from(JSON.stringify(body)), {
      ...headersOf(problem, req),
      ...(isPlain ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
      ...(problem.status === 401 ? { 'WWW-Authenticate': `Basic realm="${publicUrl}"` } : {}),
    });
  };
}
