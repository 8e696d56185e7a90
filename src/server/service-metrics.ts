import { readMailBacklog } from '../modules/identity/index.js';
import { readWebhookBacklog } from '../modules/integrations/index.js';
import { readMirrorBacklog, readVerification } from '../modules/storage/index.js';
import { loadOf } from '../platform/database/connect.js';
import { inTime } from '../platform/in-time.js';
import { createMetrics, type Metrics } from '../platform/metrics.js';
import type { Platform } from '../platform/platform.js';
import { readBacklog } from '../platform/queue/backlog.js';
import type { RequestQueue } from './request-queue.js';

/** A metrics client times out after ten seconds, and would then get nothing. */
const METRICS_PATIENCE_MS = 3_000;

/** Creates the metrics of a process, with a timeout for each source. */
export function createServiceMetrics(
  platform: Platform,
  turns: Pick<RequestQueue, 'waiting' | 'floods'>,
): Metrics {
  const { db, clock, mirror } = platform;
  const soon = <T>(reading: Promise<T>) => inTime(reading, METRICS_PATIENCE_MS);
  return createMetrics({
    backlog: () => soon(readBacklog(db, clock.now())),
    ...(mirror ? { mirror: () => soon(readMirrorBacklog(db)) } : {}),
    webhooks: () => soon(readWebhookBacklog(db)),
    connections: turns,
    mails: () => soon(readMailBacklog(db)),
    database: () => loadOf(db),
    verification: () => soon(readVerification(db, clock.now())),
  });
}
