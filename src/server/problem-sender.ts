import type { IncomingMessage } from 'node:http';
import { createProblemWriter, type SendProblem } from '../../rest-facade/problem.js';
import { createOauthFailureWriter } from '../../rest-facade/problem-oauth.js';
import { failureOf, isOauthEndpoint } from '../auth/issuer/index.js';
import type { Log } from '../platform/log.js';
import { problem, RegisteredError } from '../registry/errors.js';

/**
 * Creates the function that writes all errors of a listener. At an OAuth endpoint the body also has
 * the members of RFC 6749, whatever part rejects the request (decisions, Envelopes).
 */
export function createProblemSender(options: {
  /** Without a trailing slash; the problem types are below it. */
  readonly publicUrl: string;
  readonly log: Log;
}): SendProblem {
  const writeProblem = createProblemWriter(options);
  const writeOauthFailure = createOauthFailureWriter(options);
  return (req, res, error) => {
    if (!isOauthEndpoint(targetOf(req))) return writeProblem(req, res, error);
    const known = error instanceof RegisteredError ? error : problem('internal_error');
    return writeOauthFailure(req, res, failureOf(known));
  };
}

/** The request target as the client sent it. Express removes a mount path from `url`. */
function targetOf(req: IncomingMessage): string {
  const given = 'originalUrl' in req ? req.originalUrl : req.url;
  return typeof given === 'string' ? given : '/';
}
