import type { Config } from '../config/config.js';
import { writeLastUses } from '../modules/identity/index.js';
import { openChanges } from '../platform/changes/open-changes.js';
import { type Clock, systemClock } from '../platform/clock.js';
import { type Close, closeAfterFailure, closeAll } from '../platform/close-all.js';
import { protectDataDir } from '../platform/data-dir.js';
import { connectDatabase, type Database } from '../platform/database/connect.js';
import { settleInCluster } from '../platform/database/home-cluster.js';
import { openPostgres } from '../platform/embedded/postgres.js';
import { createLastUses } from '../platform/last-uses.js';
import { openLegal } from '../platform/legal.js';
import { type LoadKeysOptions, loadKeys } from '../platform/load-keys.js';
import type { Log } from '../platform/log.js';
import { openMailer } from '../platform/mail/open-mailer.js';
import type { Platform } from '../platform/platform.js';
import { createQueueWithoutRedis, openQueue } from '../platform/queue/open-queue.js';
import type { Queue } from '../platform/queue/queue.port.js';
import { openRateLimiter } from '../platform/rate-limit/open-rate-limiter.js';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.port.js';
import { openReplica } from '../platform/replica/open-replica.js';
import type { ReadReplica } from '../platform/replica/read-replica.port.js';
import { openRootKeys } from '../platform/root-keys.js';
import { openScanner } from '../platform/scanner/open-scanner.js';
import { createSearchFreshness } from '../platform/search/freshness.js';
import { openSearch } from '../platform/search/open-search.js';
import type { SendProblem } from '../platform/storage/disk/handler.js';
import { openStores, type Stores } from '../platform/storage/open-stores.js';
import { createThreads } from '../platform/threads/create-threads.js';
import type { Threads } from '../platform/threads/threads.port.js';
import { createVault } from '../platform/vault.js';
import { LIMITS, PASSWORD_COST, type PasswordCost, type StartLimits } from '../registry/limits.js';
import type { SharedParts } from './cluster/member.js';
import { prepareDatabase } from './prepare-database.js';

/**
 * The program that opens the parts. A service owns its data directory; an operator command may run
 * next to a service. A command has no rate limiter and no read replica, and runs no jobs.
 */
export type PartsOwner = 'service' | 'command';

/** The options to open the parts. */
export interface PartsOptions {
  readonly config: Config;
  readonly publicUrl: string;
  readonly log: Log;
  readonly owner: PartsOwner;
  readonly clock?: Clock;
  /** Replaces limits, for tests. */
  readonly limits?: Partial<StartLimits>;
  /** Replaces the lease of every kind of job, for tests. */
  readonly jobLeaseSeconds?: number;
  /** Tests set a low cost, because most of them only need any account that can sign in. */
  readonly passwordCost?: PasswordCost;
  /** Sends the errors of the embedded store's URLs. Commands serve none and omit it. */
  readonly onStorageProblem?: SendProblem;
  /** Called after each launch of the embedded PostgreSQL, for work that needs no database. */
  readonly onDatabaseLaunch?: () => void;
  /**
   * The behaviour if the database needs keys that this process lacks; by default, it is an error.
   */
  readonly unknownKeys?: LoadKeysOptions['unknownKeys'];
  /** The parts that the primary process has opened, if this process is one of several. */
  readonly shared?: SharedParts;
}

/** Operator commands process many rows at once, and no request waits for them. */
const COMMAND_CONNECTIONS = { statementTimeoutMs: 120_000, applicationName: 'modport command' };

/** The options with all limits. */
interface Settled extends PartsOptions {
  readonly limits: StartLimits;
}

/** The open parts. */
export interface Parts {
  readonly platform: Platform;
  readonly stores: Stores;
  /** Closes every part, even if another one fails. Throws the first failure and logs the others. */
  close(): Promise<void>;
}

/**
 * Opens every part that the configuration selects, in the order of their dependencies. Migrates the
 * database first, unless the primary process has done so. If a part fails, it closes those already
 * open, and throws the error of that part: AlreadyRunning, EmbeddedPostgresError, MigrationError,
 * ReadOnlyFault, OtherKeys, UnfitStore, or PostgreSQL errors.
 */
export async function openParts(given: PartsOptions): Promise<Parts> {
  const options: Settled = { ...given, limits: { ...LIMITS, ...given.limits } };
  const { config, log } = options;
  await protectDataDir(config.dataDir, log);
  const database = await openDatabase(options);
  const closers: Close[] = [database.close];
  try {
    const base = await openBase(options, database);
    closers.push(() => base.changes.stop());
    const stores = await openStoresFor(options, base);
    closers.push(() => stores.close());
    // Again, for files created since the first call.
    await protectDataDir(config.dataDir, log);
    const limiter = await openLimiterFor(options, base);
    if (limiter) closers.push(() => limiter.close());
    const replica = openReplicaFor(options, base);
    if (replica) closers.push(() => replica.stop());
    const search = await openSearch(config, { db: base.db, replica, log });
    closers.push(async () => search.stop());
    const queue = await openQueueFor(options, base);
    closers.push(() => queue.stop());
    const planThreads = createPlanThreads(options.shared?.planThreads);
    closers.push(() => planThreads.close());
    const { storage, mirror } = stores;
    const platform = platformOf(options, base, {
      storage,
      mirror,
      limiter,
      replica,
      search,
      queue,
      planThreads,
    });
    return { platform, stores, close: () => closeAll(closers.toReversed(), log) };
  } catch (error) {
    await closeAfterFailure(closers.toReversed(), log);
    throw error;
  }
}

/** A connected database, and how to disconnect from it and stop its PostgreSQL. */
interface OpenDatabase {
  readonly db: Database;
  readonly url: string;
  readonly close: Close;
}

async function openDatabase(options: PartsOptions): Promise<OpenDatabase> {
  const { config, log, owner, shared, onDatabaseLaunch: onLaunch } = options;
  const postgres = shared
    ? { url: shared.databaseUrl, stop: async () => undefined }
    : await openPostgres(config, owner, { log, onLaunch });
  const db = connectDatabase(postgres.url, {
    log,
    ...(shared ? { maxConnections: shared.requestConnections } : {}),
    readOnly: config.readOnly,
    ...(owner === 'command' ? COMMAND_CONNECTIONS : {}),
  });
  const close = () => closeAll([() => db.$disconnect(), () => postgres.stop()], log);
  return { db, url: postgres.url, close };
}

/** The parts that most others need: the migrated database and the keys. */
interface Base extends Pick<Platform, 'db' | 'clock' | 'changes' | 'roots' | 'vault' | 'keys'> {
  /** Whether no other service runs on this database, except processes with the same primary. */
  readonly exclusive: boolean;
}

async function openBase(
  { config, log, owner, limits, shared, unknownKeys = 'refused', clock = systemClock }: Settled,
  { db, url }: OpenDatabase,
): Promise<Base> {
  const { readOnly } = config;
  const exclusive = owner === 'service' && config.databaseUrl === undefined;
  if (!shared) await prepareDatabase({ db, url, exclusive, readOnly, clock });
  const cluster = await settleInCluster(db, url, { readOnly });
  const rereadSeconds = limits.keyFileRereadSeconds;
  const roots = await openRootKeys({ ...config, rereadSeconds });
  const vault = createVault(roots);
  const keys = await loadKeys({ db, roots, vault, cluster, readOnly, unknownKeys });
  const changes = openChanges({ url, log });
  return { db, clock, changes, exclusive, roots, vault, keys };
}

function openStoresFor(options: PartsOptions, { clock, keys }: Base): Promise<Stores> {
  const { config, publicUrl, log, owner, shared } = options;
  const sendProblem = options.onStorageProblem ?? ((_req, res) => res.destroy());
  const isProbed = owner === 'service';
  const turns = shared?.turns;
  return openStores(config, { publicUrl, keys, isProbed, sendProblem, clock, log, turns });
}

/** A command runs no jobs and sends no hints for those it creates, because workers poll. */
async function openQueueFor(
  options: PartsOptions,
  { db, clock, exclusive, keys }: Base,
): Promise<Queue> {
  const { config, log, owner, shared, jobLeaseSeconds } = options;
  if (owner === 'command') return createQueueWithoutRedis({ db, clock, log });
  const leases = jobLeaseSeconds === undefined ? {} : { leaseSeconds: () => jobLeaseSeconds };
  const queue = await openQueue(config, { db, clock, log, exclusive, keys, ...leases });
  return shared ? { ...queue, wake: () => wakeBoth(queue, shared) } : queue;
}

/** The jobs run in another process, or in this one. */
function wakeBoth(queue: Queue, shared: SharedParts): void {
  queue.wake();
  shared.wakeJobs();
}

/** Null for a command, which handles no requests. */
async function openLimiterFor(
  { config, log, owner, shared }: PartsOptions,
  { clock }: Base,
): Promise<RateLimiter | null> {
  if (owner === 'command') return null;
  return openRateLimiter(config, { clock, log, requestDebts: shared?.requestDebts });
}

/** Null for a command, and if the configuration names no replica. */
function openReplicaFor({ config, limits, log, owner }: Settled, { db }: Base): ReadReplica | null {
  const { databaseReadUrl: url } = config;
  if (owner === 'command' || url === undefined) return null;
  return openReplica({ url, primary: db, limits, log });
}

/** The parts that are opened last. */
interface LastParts
  extends Pick<Platform, 'storage' | 'mirror' | 'limiter' | 'replica' | 'search' | 'queue'> {
  readonly planThreads: Threads;
}

function platformOf(
  options: Settled,
  { db, clock, changes, roots, vault, keys }: Base,
  { planThreads, ...parts }: LastParts,
): Platform {
  const { config, publicUrl, log, limits, passwordCost = PASSWORD_COST } = options;
  return {
    ...parts,
    config,
    limits,
    publicUrl,
    db,
    changes,
    searchFreshness: createSearchFreshness(clock),
    scanner: openScanner(config, clock),
    mail: openMailer(config, log),
    legal: openLegal(config.legalDir),
    planSolver: { threads: planThreads, deadlineMs: limits.planSolverSeconds * 1000 },
    passwordCost,
    roots,
    keys,
    vault,
    lastUses: createLastUses({
      write: async (uses) => (config.readOnly ? undefined : writeLastUses(db, uses)),
      clock,
      log,
    }),
    clock,
    log,
  };
}

function createPlanThreads(threads: number = LIMITS.planThreads): Threads {
  return createThreads({
    threads,
    queued: LIMITS.planRunsWaiting,
    queuedOfOne: LIMITS.planRunsWaitingOfOne,
    heapMib: LIMITS.planThreadHeapMib,
  });
}
