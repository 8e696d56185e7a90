import { inTime } from '../../../platform/clock.js';
import { onceFor, onceForEach, shareResult } from '../../../platform/concurrency.js';
import { readParts } from '../../../platform/parts.js';
import type { Platform } from '../../../platform/platform.js';
import { type Backlog, readBacklog } from '../../../platform/queue/backlog.js';
import { readRelease } from '../../../platform/release.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { readMailBacklog } from '../../identity/index.js';
import { readMirrorBacklog, readVerification } from '../../storage/index.js';
import { readWebhookBacklog } from '../webhooks/sweep-webhooks.js';
import type {
  SystemMessages,
  SystemMirror,
  SystemScanner,
  SystemSearch,
  SystemStatus,
  SystemStorage,
} from './system.type.js';
import { readExhaustion, readFailedJobs, readSearchRepairs, readStored } from './system-rows.js';

const releaseNow = onceFor(readRelease);
const readingOf = onceForEach((platform: Platform) =>
  shareResult(platform.limits.systemCacheSeconds, () => readAll(platform)),
);

/**
 * The state of the service. For admins. It reads all parts at once. The result of a part that
 * fails, or does not respond within `systemPatienceMs`, is null, so a dead part delays the page no
 * longer. `mirror` is also null without a second store. Requests of the same few seconds share one
 * reading. The number of statements is constant. Throws the errors of `requireAdmin`.
 */
export async function readSystemStatus(ctx: RequestContext): Promise<SystemStatus> {
  requireAdmin(ctx);
  return readingOf(ctx.platform)();
}

async function readAll(platform: Platform): Promise<SystemStatus> {
  const { db, clock, log, mirror } = platform;
  const now = clock.now();
  const soon = <T>(part: string, reading: Promise<T>): Promise<T | null> =>
    inTime(reading, LIMITS.systemPatienceMs).catch((err: unknown) => {
      log.warn({ part, err }, 'a part did not respond to the system page');
      return null;
    });
  const backlog = readBacklog(db, now);
  const [parts, queues, failedJobs, scanner, storage, copies, search, messages] = await Promise.all(
    [
      readParts(platform, (store) => store.ping(), LIMITS.systemPatienceMs),
      soon('queues', backlog),
      soon('failed-jobs', readFailedJobs(db)),
      soon('scanner', readScanner(platform)),
      soon('storage', readStorage(platform, now)),
      mirror ? soon('mirror', readMirror(db, mirror.storage.storeName)) : null,
      soon('search', readSearch(platform, backlog)),
      soon('messages', readMessages(db, now)),
    ],
  );
  return {
    at: now,
    release: releaseNow(),
    parts: Object.entries(parts).map(([name, state]) => ({ name, state })),
    queues,
    failedJobs,
    scanner,
    storage,
    hasMirror: mirror !== null,
    mirror: copies,
    search,
    messages,
  };
}

type Db = Platform['db'];

async function readScanner({ scanner }: Platform): Promise<SystemScanner> {
  const { name, signatures, madeAt = null, doubt = null } = await scanner.engine();
  return { name, signatures, signaturesAt: madeAt, doubt };
}

async function readStorage({ db, storage }: Platform, now: Date): Promise<SystemStorage> {
  const [stored, { corruptBlobs, overdueSeconds }] = await Promise.all([
    readStored(db),
    readVerification(db, now),
  ]);
  return { provider: storage.storeName, ...stored, corruptBlobs, overdueSeconds };
}

async function readMirror(db: Db, provider: string): Promise<SystemMirror> {
  return { provider, ...(await readMirrorBacklog(db)) };
}

async function readSearch(
  { db, config, search }: Platform,
  backlog: Promise<readonly Backlog[]>,
): Promise<SystemSearch> {
  const [jobs, repairs] = await Promise.all([backlog, readSearchRepairs(db)]);
  const indexing = jobs.filter(({ kind }) => kind === 'index-mod' || kind === 'index-mods');
  const waiting = indexing.map(({ due, scheduled, running }) => due + scheduled + running);
  return {
    engine: config.meilisearch === undefined ? 'postgresql' : 'meilisearch',
    isFallbackInUse: search.fallback?.().isInUse === true,
    waiting: waiting.reduce((sum, count) => sum + count, 0),
    oldestWaitingSeconds: Math.max(0, ...indexing.map((kind) => kind.oldestDueSeconds)),
    ...repairs,
  };
}

async function readMessages(db: Db, now: Date): Promise<SystemMessages> {
  const [backlog, exhaustion, mails] = await Promise.all([
    readWebhookBacklog(db),
    readExhaustion(db, now),
    readMailBacklog(db, now),
  ]);
  const { events, pending, delivering, retrying } = backlog;
  return {
    events,
    pending: pending + delivering,
    retrying,
    ...exhaustion,
    mailsWaiting: mails.waiting,
    mailsFailed: mails.failed,
  };
}
