import type { RequestHandler } from 'express';
import type { SharedReads } from '../../rest-facade/shared/shared-reads.js';
import { readMailBacklog } from '../modules/identity/index.js';
import { readExhaustion, readWebhookBacklog } from '../modules/integrations/index.js';
import { readMirrorBacklog, readVerification } from '../modules/storage/index.js';
import type { ClockWatch } from '../platform/clock-watch.js';
import { shareResult } from '../platform/concurrency.js';
import { loadOf } from '../platform/database/connect.js';
import { readSizes } from '../platform/database/sizes.js';
import { isArchivingBroken } from '../platform/database/wal-archiving.js';
import { readDiskSpace } from '../platform/folders.js';
import { createMetrics, type Metrics } from '../platform/metrics.js';
import type { Platform } from '../platform/platform.js';
import { readBacklog } from '../platform/queue/backlog.js';
import { LIMITS } from '../registry/limits.js';
import { type Health, publicHealthOf } from './health.js';
import type { ProxyWatches } from './proxy/index.js';
import type { RequestQueue } from './request-queue.js';

/** The handlers of the operator routes. */
export interface OperatorInterface {
  /** Sends 200 while the process runs. */
  readonly alive: RequestHandler;
  /** Sends 200 if the service is ready, and 503 if not, with the state of each part. */
  readonly ready: RequestHandler;
  /** Like `ready`, without the parts, for the public. */
  readonly readyOnly: RequestHandler;
  readonly metrics: RequestHandler;
}

/** The sources of the handlers. */
interface OperatorSources {
  /** Shared by requests of the same second. */
  health(): Promise<Health>;
  readonly metrics: Pick<Metrics, 'expose'>;
}

/**
 * Creates the handlers. The metrics are computed at most once in `operatorCacheSeconds` for all
 * ports, and concurrent requests share one computation.
 */
export function createOperatorInterface({ health, metrics }: OperatorSources): OperatorInterface {
  const metricsNow = shareResult(LIMITS.operatorCacheSeconds, () => metrics.expose());
  const readiness =
    (shown: (found: Health) => object): RequestHandler =>
    async (_req, res) => {
      const found = await health();
      const status = found.status === 'ready' ? 200 : 503;
      res.set('Cache-Control', 'no-store').status(status).json(shown(found));
    };
  return {
    alive: (_req, res) => void res.json({ status: 'ok' }),
    ready: readiness((found) => found),
    readyOnly: readiness(publicHealthOf),
    async metrics(_req, res) {
      const { contentType, body } = await metricsNow();
      res.set('Cache-Control', 'no-store').type(contentType).send(body);
    },
  };
}

/** The sources of metrics besides the platform. */
interface MetricsParts {
  readonly turns: Pick<RequestQueue, 'running' | 'waiting' | 'floods'>;
  readonly sharedReads: Pick<SharedReads, 'counts'>;
  readonly clock: Pick<ClockWatch, 'use'>;
  readonly proxy: Pick<ProxyWatches, 'faults' | 'reached'>;
  /** The state of all parts, read as for `/readyz`. */
  health(): Promise<Health>;
}

/** Creates the metrics of a process. */
export function createServiceMetrics(
  platform: Platform,
  { turns, sharedReads, health, clock: { use: clockUse }, proxy }: MetricsParts,
): Metrics {
  const { config, db, clock, mirror, replica, search, searchFreshness: freshness } = platform;
  const { fallback } = search;
  return createMetrics({
    backlog: () => readBacklog(db, clock.now()),
    ...(mirror ? { mirror: () => readMirrorBacklog(db) } : {}),
    webhooks: () => readWebhooks(platform),
    connections: turns,
    freshness,
    mails: () => readMailBacklog(db, clock.now()),
    ...(fallback ? { search: () => fallback() } : {}),
    database: () => loadOf(db),
    ...(replica ? { replica: () => replica.use() } : {}),
    sharedReads: sharedReads.counts,
    clock: clockUse,
    proxy: () => ({ faults: proxy.faults(), reached: proxy.reached() }),
    verification: () => readVerification(db, clock.now()),
    disk: () => readDiskSpace(config.dataDir),
    sizes: () => readSizes(db),
    isArchivingBroken: () => isArchivingBroken(db),
    scannerAgeSeconds: () => readScannerAge(platform),
    parts: async () => (await health()).parts,
    readOnly: config.readOnly,
  });
}

async function readWebhooks({ db, clock }: Platform) {
  const [backlog, { exhausted }] = await Promise.all([
    readWebhookBacklog(db),
    readExhaustion(db, clock.now()),
  ]);
  return { ...backlog, exhausted };
}

async function readScannerAge({ scanner, clock }: Platform): Promise<number | null> {
  const { madeAt } = await scanner.engine();
  return madeAt ? (clock.now().getTime() - madeAt.getTime()) / 1000 : null;
}
