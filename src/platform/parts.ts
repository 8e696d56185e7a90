import { inTime } from './clock.js';
import type { Platform } from './platform.js';
import type { ReadReplica } from './replica/read-replica.port.js';
import type { Search } from './search/search.port.js';
import type { Storage } from './storage/storage.port.js';

/** The state of a part. A degraded one works with less quality. */
export type PartState = 'up' | 'degraded' | 'down';

/** The state of a part that is never down, and if it is degraded, a sentence that says why. */
export type PartReport =
  | { readonly state: 'up' }
  | { readonly state: 'degraded'; readonly reason: string };

const PATIENCE_MS = 3_000;

/**
 * Asks every part whether it responds: database, stores, queue, search and scanner. The read
 * replica is included if configured, and Redis if rate limits are on too. A part that fails or does
 * not respond within `patienceMs` is down. `pingStore` asks a store, and throws if it is down.
 */
export async function readParts(
  platform: Platform,
  pingStore: (store: Storage) => Promise<void>,
  patienceMs = PATIENCE_MS,
): Promise<Readonly<Record<string, PartState>>> {
  const { config, limiter, mirror, replica } = platform;
  const parts = {
    database: platform.db.$queryRaw`select 1`,
    storage: pingStore(platform.storage),
    ...(mirror ? { mirror: pingStore(mirror.storage) } : {}),
    ...(replica ? { replica: Promise.resolve(replicaState(replica)) } : {}),
    queue: platform.queue.ping(),
    search: pingSearch(platform.search),
    scanner: platform.scanner.ping(),
    ...(config.redisUrl !== undefined && limiter ? { redis: limiter.ping() } : {}),
  };
  const states = await Promise.all(
    Object.entries(parts).map(
      async ([part, pinging]) => [part, await stateOf(pinging, patienceMs)] as const,
    ),
  );
  return Object.fromEntries(states);
}

/** Never down: the primary serves every read that the replica does not. */
function replicaState(replica: ReadReplica): PartState {
  return replica.use().state === 'used' ? 'up' : 'degraded';
}

/** Degraded if the fallback serves searches. */
async function pingSearch(search: Search): Promise<PartState> {
  await search.ping();
  return search.fallback?.().isInUse === true ? 'degraded' : 'up';
}

function stateOf(pinging: Promise<unknown>, patienceMs: number): Promise<PartState> {
  return inTime(pinging, patienceMs).then(
    (state) => (state === 'degraded' ? state : 'up'),
    () => 'down',
  );
}
