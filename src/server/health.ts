import { inTime } from '../platform/in-time.js';
import type { Platform } from '../platform/platform.js';
import type { StoreHealth } from './store-health.js';

/** The state of each part. */
export interface Health {
  readonly status: 'ready' | 'unavailable';
  readonly parts: Readonly<Record<string, 'up' | 'down'>>;
}

const PATIENCE_MS = 3_000;

/** The public subset of the health. */
export function publicHealthOf({ status }: Health): Pick<Health, 'status'> {
  return { status };
}

/**
 * Checks whether every part responds; one that does not in time is down. It writes nothing: a timer
 * checks the stores.
 */
export async function checkHealth(platform: Platform, stores: StoreHealth): Promise<Health> {
  const { config, limiter, mirror } = platform;
  const parts = {
    database: platform.db.$queryRaw`select 1`,
    storage: asked(stores, platform.storage.provider),
    ...(mirror ? { mirror: asked(stores, mirror.storage.provider) } : {}),
    queue: platform.queue.ping(),
    search: platform.search.ping(),
    scanner: platform.scanner.ping(),
    ...(config.redisUrl !== undefined && limiter ? { redis: limiter.ping() } : {}),
  };
  const answers = await Promise.all(
    Object.entries(parts).map(async ([part, answer]) => [part, await isUp(answer)] as const),
  );
  const status = answers.every(([, state]) => state === 'up') ? 'ready' : 'unavailable';
  return { status, parts: Object.fromEntries(answers) };
}

async function asked(stores: StoreHealth, provider: string): Promise<void> {
  if (!stores.isUp(provider)) throw new Error(`${provider} did not take and give bytes`);
}

function isUp(answer: Promise<unknown>): Promise<'up' | 'down'> {
  return inTime(answer, PATIENCE_MS).then(
    () => 'up',
    () => 'down',
  );
}
