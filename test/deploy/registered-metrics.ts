import { silentLog } from '../../src/platform/log.js';
import { createMetrics } from '../../src/platform/metrics.js';
import type { PartState } from '../../src/platform/parts.js';
import type { ReplicaUse } from '../../src/platform/replica/read-replica.port.js';
import { createSearchFreshness } from '../../src/platform/search/freshness.js';
import { createMetricPages } from '../../src/server/cluster/metric-pages.js';
import { NO_SHARED_READS } from '../metrics.js';

const nothing = () => Promise.reject(new Error('not asked here'));
const REPLICA: ReplicaUse = { state: 'used', lagSeconds: 0, reads: {} as ReplicaUse['reads'] };

/** The metrics of a service with all optional parts, by name, with their types. */
export async function registeredMetrics(): Promise<ReadonlyMap<string, string>> {
  const metrics = createMetrics({
    backlog: nothing,
    mirror: nothing,
    webhooks: nothing,
    mails: nothing,
    verification: nothing,
    disk: nothing,
    sizes: nothing,
    isArchivingBroken: nothing,
    scannerAgeSeconds: nothing,
    parts: (): Promise<Record<string, PartState>> => nothing(),
    readOnly: false,
    connections: { running: () => 0, waiting: () => 0, floods: () => 0 },
    freshness: createSearchFreshness({ now: () => new Date() }),
    search: () => ({ isInUse: false, searches: 0 }),
    database: () => null,
    replica: () => REPLICA,
    sharedReads: () => NO_SHARED_READS,
    clock: () => ({ ahead: { database: 0 }, jumps: 0 }),
    proxy: () => ({ faults: { untrusted: false }, reached: true }),
  });
  const processes = { members: () => [], restarts: () => 0, stop: async () => undefined };
  const pages = [
    await metrics.expose(),
    await createMetricPages(() => processes, silentLog).read(),
  ];
  const types = pages.flatMap(({ body }) => [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)]);
  return new Map(types.map(([, name = '', type = '']) => [name, type]));
}
