import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../platform/metrics.js';

/** The routes outside REST that the metrics tell apart, by the start of their path. */
export const ROUTES = [
  ['/graphql', 'graphql'],
  ['/storage/', 'storage'],
  ['/mirror/', 'mirror'],
  ['/media/', 'media'],
  ['/oauth/', 'oauth'],
] as const;

/** The routes of operators, whose polls would hide the requests of users. */
export const OPERATORS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Records a request outside the REST API when its response has ended. All pages and files share one
 * name. A stream of live updates is not a request with a latency.
 */
export function observe(
  metrics: Pick<Metrics, 'request'>,
  path: string,
  { method = '' }: IncomingMessage,
  res: ServerResponse,
  operation: string = ROUTES.find(([start]) => path.startsWith(start))?.[1] ?? 'page',
): void {
  if (OPERATORS.has(path)) return;
  const began = performance.now();
  res.on('close', () => {
    if (String(res.getHeader('content-type')).startsWith('text/event-stream')) return;
    const seconds = (performance.now() - began) / 1000;
    metrics.request({ operation, method, status: res.statusCode, seconds });
  });
}
