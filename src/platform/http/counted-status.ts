import type { ServerResponse } from 'node:http';

/**
 * The status of requests whose connection closed before the response began, as in the logs of
 * nginx. Usually the client has left.
 */
const CLOSED_EARLY = 499;

// A property, because a WeakMap costs each request several microseconds.
const FAILURE = Symbol('failure');

interface Counted extends ServerResponse {
  [FAILURE]?: number;
}

/**
 * Lets a response count under the status of a failure that its own status does not show, such as
 * that of a field of GraphQL. Of several, the highest one counts.
 */
export function countFailure(res: Counted, status: number): void {
  res[FAILURE] = Math.max(status, res[FAILURE] ?? 0);
}

/** The status under which a closed response counts in the metrics. */
export function countedStatus(res: Counted): number {
  return res[FAILURE] ?? (res.headersSent ? res.statusCode : CLOSED_EARLY);
}
