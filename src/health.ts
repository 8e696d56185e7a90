import type { Platform } from './platform/platform.js';

/** How a part is: `degraded` is one that does not answer and whose work something else does. */
type PartState = 'up' | 'down' | 'degraded';

/** What each part answered. */
export interface Health {
  readonly status: 'ready' | 'unavailable';
  readonly parts: Readonly<Record<string, PartState>>;
}

const PATIENCE_MS = 3_000;

/**
 * Without Redis each process counts rate limits for itself, and serves as before. If that made all
 * of them unready, a balancer would turn an outage of the counter into one of the service.
 */
const HAS_STAND_IN = new Set(['redis']);

/** Asks every part whether it answers now; one that keeps silent counts as down. */
export async function checkHealth(platform: Platform): Promise<Health> {
  const { config, limiter } = platform;
  const asked = {
    database: platform.db.$queryRaw`select 1`,
    storage: platform.storage.ping(),
    queue: platform.queue.ping(),
    search: platform.search.ping(),
    scanner: platform.scanner.ping(),
    ...(config.redisUrl !== undefined && limiter ? { redis: limiter.ping() } : {}),
  };
  const answers = await Promise.all(
    Object.entries(asked).map(
      async ([part, answer]) => [part, await stateOf(part, answer)] as const,
    ),
  );
  const status = answers.some(([, state]) => state === 'down') ? 'unavailable' : 'ready';
  return { status, parts: Object.fromEntries(answers) };
}

function stateOf(part: string, answer: Promise<unknown>): Promise<PartState> {
  const silent = HAS_STAND_IN.has(part) ? 'degraded' : 'down';
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(silent), PATIENCE_MS);
    answer
      .then(
        () => resolve('up'),
        () => resolve(silent),
      )
      .finally(() => clearTimeout(timer));
  });
}
