import type { IncomingMessage, ServerResponse } from 'node:http';
import { countedStatus } from '../platform/http/counted-status.js';
import type { Metrics } from '../platform/metrics.js';

/** The routes outside REST that the metrics tell apart. Each is the first segment of its paths. */
const ROUTES = ['graphql', 'storage', 'mirror', 'media', 'oauth'] as const;

/** The one of `ROUTES` that serves a path, in any case; null for any other path. */
export function routeOf(path: string): (typeof ROUTES)[number] | null {
  const [, first = ''] = path.toLowerCase().split('/', 2);
  return ROUTES.find((route) => route === first) ?? null;
}

/** The paths of operators. Metrics and traces leave them out, because their polls are frequent. */
export const OPERATORS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** How a request outside the REST API is recorded. */
interface Observed {
  /** By default that of its path. All pages and files share one name. */
  readonly operation?: string;
  /** Whether another part has recorded it, so that `observe` must not. Called at the end. */
  readonly isRecorded?: () => boolean;
}

/**
 * Records a request outside the REST API in the metrics when its response has ended or its
 * connection has closed (`countedStatus`). Leaves out the paths in `OPERATORS`, and streams of live
 * updates, whose duration is no latency.
 */
export function observe(
  metrics: Pick<Metrics, 'request'>,
  path: string,
  { method = '' }: IncomingMessage,
  res: ServerResponse,
  { operation = routeOf(path) ?? 'page', isRecorded = () => false }: Observed = {},
): void {
  if (OPERATORS.has(path)) return;
  const began = performance.now();
  res.on('close', () => {
    if (isRecorded()) return;
    if (String(res.getHeader('content-type')).startsWith('text/event-stream')) return;
    const seconds = (performance.now() - began) / 1000;
    metrics.request({ operation, method, status: countedStatus(res), seconds });
  });
}
