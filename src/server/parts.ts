import { migrate } from '../../prisma/migrate.js';
import type { Config } from '../config.js';
import { writeLastUses } from '../modules/identity/index.js';
import { type Clock, systemClock } from '../platform/clock.js';
import { closeDataDir } from '../platform/data-dir.js';
import { connectDatabase } from '../platform/database/connect.js';
import { settleInCluster } from '../platform/database/home-cluster.js';
import { attachOrStart, startEmbeddedPostgres } from '../platform/embedded/postgres.js';
import { createLastUses } from '../platform/last-uses.js';
import { loadKeys } from '../platform/load-keys.js';
import type { Log } from '../platform/log.js';
import { openMailer } from '../platform/mail/open-mailer.js';
import type { Platform } from '../platform/platform.js';
import { createDispatcher } from '../platform/queue/dispatcher.js';
import { openQueue } from '../platform/queue/open-queue.js';
import type { Queue } from '../platform/queue/queue.port.js';
import { openRateLimiter } from '../platform/rate-limit/open-rate-limiter.js';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.port.js';
import { openRootKeys } from '../platform/root-keys.js';
import { openScanner } from '../platform/scanner/open-scanner.js';
import { SEARCH_SETTINGS } from '../platform/search/postgres-find.js';
import { createPostgresSearch } from '../platform/search/postgres-search.js';
import type { WriteProblem } from '../platform/storage/disk/handler.js';
import { openStores, type Stores } from '../platform/storage/open-stores.js';
import { createThreads } from '../platform/threads/create-threads.js';
import { createVault } from '../platform/vault.js';
import { LIMITS } from '../registry/limits.js';
import { releaseAbandonedKeys } from '../request/release-abandoned-keys.js';

/**
 * The owner of the parts: a service owns its data directory, a command can run next to a service.
 */
export type PartsOwner = 'service' | 'command';

/** The options to open the parts. */
export interface PartsOptions {
  readonly config: Config;
  readonly publicUrl: string;
  readonly log: Log;
  readonly owner: PartsOwner;
  readonly clock?: Clock;
  /** Tests set more time for solvers on a busy machine, or less for puzzles. */
  readonly planSolverSeconds?: number;
  /** Writes the errors of the embedded store. Commands serve no URLs and omit it. */
  readonly onStorageProblem?: WriteProblem;
}

/** Operator commands process many rows at once, and no request waits for them. */
const COMMAND_CONNECTIONS = { statementTimeoutMs: 120_000, applicationName: 'modport command' };

/** The open parts, and how to close them. */
export interface Parts {
  readonly platform: Platform;
  readonly stores: Stores;
  close(): Promise<void>;
}

/**
 * Opens every part that the configuration selects, in the order of their dependencies. If one
 * fails, it closes those already open. Throws AlreadyRunning, EmbeddedPostgresError,
 * MigrationError, UnfitStore, or PostgreSQL errors.
 */
export async function openParts(options: PartsOptions): Promise<Parts> {
  const { config, publicUrl, log, owner, clock = systemClock } = options;
  const { planSolverSeconds = LIMITS.planSolverSeconds } = options;
  await closeDataDir(config.dataDir, log);
  const postgres = await openPostgres(config, log, owner);
  const db = connectDatabase(postgres.url, {
    log,
    settings: SEARCH_SETTINGS,
    ...(owner === 'command' ? COMMAND_CONNECTIONS : {}),
  });
  let limiter: RateLimiter | null = null;
  let queue: Queue | null = null;
  let stores: Stores | null = null;
  const planThreads = createThreads({
    threads: LIMITS.planThreads,
    queued: LIMITS.planRunsWaiting,
    queuedOfOne: LIMITS.planRunsWaitingOfOne,
    heapMib: LIMITS.planThreadHeapMib,
  });
  const close = async () => {
    await planThreads.close();
    await queue?.stop();
    await limiter?.close();
    await stores?.close();
    await db.$disconnect().finally(() => postgres.stop());
  };
  try {
    await migrate(postgres.url);
    const exclusive = owner === 'service' && config.databaseUrl === undefined;
    if (exclusive) await releaseAbandonedKeys(db, clock.now());
    const cluster = await settleInCluster(db, postgres.url);
    const roots = await openRootKeys(config);
    const vault = createVault(roots);
    const keys = await loadKeys({ db, roots, vault, cluster, log });
    stores = await openStores(config, {
      publicUrl,
      keys,
      isProbed: owner === 'service',
      onProblem: options.onStorageProblem ?? ((_req, res) => res.destroy()),
      clock,
      log,
    });
    // Again, for files created since the first call.
    await closeDataDir(config.dataDir, log);
    // A command handles no requests, so it needs no rate limiter.
    if (owner === 'service') limiter = await openRateLimiter(config, { clock, log });
    // A command runs no jobs and sends no hints for those it creates, because workers poll.
    queue =
      owner === 'service'
        ? openQueue(config, { db, clock, log, exclusive, keys })
        : createDispatcher({ db, clock, log });
    const platform: Platform = {
      config,
      publicUrl,
      db,
      storage: stores.storage,
      mirror: stores.mirror,
      queue,
      search: createPostgresSearch(db),
      scanner: openScanner(config, clock),
      mail: openMailer(config, log),
      limiter,
      planSolver: { threads: planThreads, deadlineMs: planSolverSeconds * 1000 },
      roots,
      keys,
      vault,
      lastUses: createLastUses({ write: (uses) => writeLastUses(db, uses), clock, log }),
      clock,
      log,
    };
    return { platform, stores, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function openPostgres(
  config: Config,
  log: Log,
  owner: PartsOwner,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    return Promise.resolve({ url: config.databaseUrl, stop: async () => undefined });
  }
  const options = { dataDir: config.dataDir, log };
  return owner === 'service' ? startEmbeddedPostgres(options) : attachOrStart(options);
}
