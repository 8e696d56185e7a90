import type { RequestHandler } from 'express';
import type { Metrics } from '../platform/metrics.js';
import { shareResult } from '../platform/share-result.js';
import { LIMITS } from '../registry/limits.js';
import { type Health, publicHealthOf } from './health.js';

/** The handlers of the operator routes. */
export interface OperatorFace {
  readonly alive: RequestHandler;
  /** Readiness, with the state of each part. */
  readonly ready: RequestHandler;
  /** Readiness without the parts, for the public. */
  readonly readyOnly: RequestHandler;
  readonly metrics: RequestHandler;
}

/** The sources of the handlers. */
export interface OperatorSources {
  health(): Promise<Health>;
  readonly metrics: Pick<Metrics, 'expose'>;
}

/**
 * Creates the handlers. Each result is computed at most once a second on all ports together, and
 * concurrent requests share one computation.
 */
export function createOperatorFace({ health, metrics }: OperatorSources): OperatorFace {
  const healthNow = shareResult(LIMITS.operatorCacheSeconds, health);
  const metricsNow = shareResult(LIMITS.operatorCacheSeconds, () => metrics.expose());
  const readiness =
    (shown: (found: Health) => object): RequestHandler =>
    async (_req, res) => {
      const found = await healthNow();
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
