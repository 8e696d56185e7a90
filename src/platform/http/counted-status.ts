import type { ServerResponse } from 'node:http';

/** The status of requests whose client left before the response began, as in the logs of nginx. */
const CLIENT_LEFT = 499;

const failures = new WeakMap<ServerResponse, number>();

/**
 * Lets a response count under the status of a failure that its own status does not show, such as that
 * of a field of GraphQL. Of several, the highest one counts.
 */
export function countFailure(res: ServerResponse, status: number): void {
  failures.set(res, Math.max(status, failures.get(res) ?? 0));
}

/** The status under which a closed response counts in the metrics. */
export function countedStatus(res: ServerResponse): number {
  return failures.get(res) ?? (res.headersSent ? res.statusCode : CLIENT_LEFT);
}
