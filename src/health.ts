import { inTime } from './platform/in-time.js';
import type { Platform } from './platform/platform.js';

/** What each part answered. */
export interface Health {
  readonly status: 'ready' | 'unavailable';
  readonly parts: Readonly<Record<string, 'up' | 'down'>>;
}

const PATIENCE_MS = 3_000;

/** Asks every part whether it answers now; one that keeps silent counts as down. */
export async function checkHealth(platform: Platform): Promise<Health> {
  const { config, limiter, mirror } = platform;
  const asked = {
    database: platform.db.$queryRaw`select 1`,
    storage: platform.storage.ping(),
    ...(mirror ? { mirror: mirror.storage.ping() } : {}),
    queue: platform.queue.ping(),
    search: platform.search.ping(),
    scanner: platform.scanner.ping(),
    ...(config.redisUrl !== undefined && limiter ? { redis: limiter.ping() } : {}),
  };
  const answers = await Promise.all(
    Object.entries(asked).map(async ([part, answer]) => [part, await isUp(answer)] as const),
  );
  const status = answers.every(([, state]) => state === 'up') ? 'ready' : 'unavailable';
  return { status, parts: Object.fromEntries(answers) };
}

function isUp(answer: Promise<unknown>): Promise<'up' | 'down'> {
  return inTime(answer, PATIENCE_MS).then(
    () => 'up',
    () => 'down',
  );
}
