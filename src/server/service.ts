import 'reflect-metadata';
import { readOperations } from '../../rest-facade/operations-source.js';
import { createHandlers } from '../../workers/handlers.js';
import type { Config } from '../config/config.js';
import { buildDomainSchema, compileOperations } from '../graphql/index.js';
import { readPageOperations } from '../pages/kit/index.js';
import type { Clock } from '../platform/clock.js';
import { closeAfterFailure, closeAll } from '../platform/close-all.js';
import type { Log } from '../platform/log.js';
import type { Platform } from '../platform/platform.js';
import { withDataDir } from '../platform/start-fault.js';
import type { SendProblem } from '../platform/storage/disk/handler.js';
import type { Stores } from '../platform/storage/open-stores.js';
import { openTracing } from '../platform/tracing/open-tracing.js';
import type { PasswordCost } from '../registry/limits.js';
import { LIMITS, type StartLimits } from '../registry/limits.js';
import type { Member } from './cluster/member.js';
import { createProblemSender } from './express-app.js';
import { createHttpHandlers, type HttpHandlers, type ServiceMode } from './http-handlers.js';
import { delayedPorts, type ListeningPorts, noPorts, openPorts } from './listening-ports.js';
import { openParts, type Parts } from './parts.js';
import { type ServiceUrls, urlsOf } from './ports.js';
import { createRequestQueue } from './request-queue.js';

/** The options of a service. */
export interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  readonly mode?: ServiceMode;
  readonly clock?: Clock;
  /** Whether periodic jobs run. Tests that check what was written turn them off. */
  readonly periodicJobs?: boolean;
  /**
   * The seconds between writes of the last uses of credentials. Null writes them only at the end,
   * for tests.
   */
  readonly lastUsesEverySeconds?: number | null;
  /** Replaces limits, for tests: small parts, or more time for a plan on a busy machine. */
  readonly limits?: Partial<StartLimits>;
  /** Replaces the lease of every kind of job, for tests. */
  readonly jobLeaseSeconds?: number;
  /** The cost of password hashes, for tests. */
  readonly passwordCost?: PasswordCost;
  /** Set if this process is one of several of the service. */
  readonly member?: Member;
}

/** A running service. */
export interface Service extends ServiceUrls {
  readonly platform: Platform;
  /** The stores with their clean-up methods, for the jobs. */
  readonly stores: Stores;
  /**
   * Accepts no more requests, finishes running work, and closes every part. Closes all of them even
   * if one fails; then it throws the first failure and logs the others.
   */
  stop(): Promise<void>;
}

/**
 * Starts the service. It listens first, so that `/healthz` responds at once; other routes get 503
 * until all parts are open. With a `member`, that says when it listens. The jobs start last; mode
 * `api` and a read-only service run none. Throws the errors of `openParts`, and `StartFault` for an
 * address or a `DATA_DIR` that cannot be used. After an error nothing keeps running.
 */
export function startService(options: ServiceOptions): Promise<Service> {
  return withDataDir(options.config.dataDir, () => start(options));
}

async function start(options: ServiceOptions): Promise<Service> {
  const { config, log, mode = 'all', member } = options;
  const listening = await portsOf(config, member);
  const urls = urlsOf(config, listening);
  const { publicUrl } = urls;
  const sendProblem = createProblemSender({ publicUrl, log });
  const turns = createRequestQueue();
  listening.respond({ sendProblem, turns });
  try {
    const parts = await openServiceParts(options, publicUrl, (req, res, error) =>
      app.sendProblem(req, res, error),
    );
    const { platform, stores } = parts;
    const app = await createHttpHandlers({ platform, stores, mode, turns, member }).catch(
      async (error: unknown) => {
        await closeAfterFailure([parts.close], log);
        throw error;
      },
    );
    await listening.serve(app).catch(async (error: unknown) => {
      await closeAfterFailure([app.stop, parts.close], log);
      throw error;
    });
    stores.mirror?.start();
    await app.watchOwners();
    app.testProxy();
    startBackground(options, parts);
    return {
      ...urls,
      platform,
      stores,
      stop: () => stopService(listening, app, parts),
    };
  } catch (error) {
    await closeAfterFailure([listening.close], log);
    throw error;
  }
}

/** Closes what clients see first, then finishes running work. */
function stopService(
  listening: ListeningPorts,
  app: HttpHandlers,
  { platform, close }: Parts,
): Promise<void> {
  const { queue, lastUses, log } = platform;
  const endStreams = async () => app.endStreams();
  return closeAll([endStreams, listening.close, queue.stop, app.stop, lastUses.stop, close], log);
}

/** Opens the parts, and prepares the interfaces while the database starts. */
async function openServiceParts(
  options: ServiceOptions,
  publicUrl: string,
  onStorageProblem: SendProblem,
): Promise<Parts> {
  const { mode = 'all', member } = options;
  const onDatabaseLaunch = mode === 'worker' ? () => undefined : prepareInterfaces;
  // The primary process opens the database meanwhile.
  if (member) onDatabaseLaunch();
  const { config, log } = options;
  const stopTracing = await openTracing(config, log);
  try {
    const parts = await openParts({
      ...partsOptionsOf(options),
      publicUrl,
      onStorageProblem,
      onDatabaseLaunch,
      ...(member ? { shared: await member.shared } : {}),
    });
    return { ...parts, close: () => closeAll([parts.close, stopTracing], log) };
  } catch (error) {
    await closeAfterFailure([stopTracing], log);
    throw error;
  }
}

/**
 * Builds the schema and parses the stored operations, which the process keeps. A service does so
 * while its PostgreSQL starts, and not after it.
 */
function prepareInterfaces(): void {
  const schema = buildDomainSchema();
  for (const source of [readOperations(), readPageOperations()]) compileOperations(schema, source);
}

function partsOptionsOf(options: ServiceOptions) {
  const { config, log, clock, limits, jobLeaseSeconds, passwordCost } = options;
  return {
    config,
    log,
    owner: 'service',
    ...(clock ? { clock } : {}),
    ...(limits ? { limits } : {}),
    ...(jobLeaseSeconds === undefined ? {} : { jobLeaseSeconds }),
    ...(passwordCost === undefined ? {} : { passwordCost }),
  } as const;
}

/** Starts the jobs, and the timer for last uses. */
function startBackground(options: ServiceOptions, { platform, stores }: Parts): void {
  const { mode = 'all', periodicJobs: periodic = true } = options;
  const { lastUsesEverySeconds = LIMITS.lastUsesSeconds } = options;
  if (mode !== 'api' && !platform.config.readOnly)
    platform.queue.start(createHandlers(platform, stores), { periodic });
  if (lastUsesEverySeconds !== null) platform.lastUses.start(lastUsesEverySeconds);
}

/** Listens, unless another process does so for this one. */
async function portsOf(config: Config, member: Member | undefined): Promise<ListeningPorts> {
  if (member?.listens === 'never') return noPorts((await member.shared).ports);
  if (member?.listens === 'late') {
    return delayedPorts(config, (await member.shared).ports, member.listening);
  }
  const listening = await openPorts(config);
  member?.listening(listening);
  return listening;
}
