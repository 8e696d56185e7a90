import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../src/config/config.js';
import { watchStatements } from '../src/platform/database/connect.js';
import type { Log } from '../src/platform/log.js';
import type { Platform } from '../src/platform/platform.js';
import { createQueueWithoutRedis } from '../src/platform/queue/open-queue.js';
import type { StartLimits } from '../src/registry/limits.js';
import { type Service, startService } from '../src/server/service.js';
import { createHandlers } from '../workers/handlers.js';
import { type Actor, anonymous, type Creator, newCreator } from './actors.js';
import { cloneDatabase } from './database.js';
import { keptLog } from './kept-log.js';
import { rememberWorld } from './open-worlds.js';
import { leaveUnwatched } from './rest-responses.js';

/** A clock with the machine's time, plus the seconds of `advance`. */
export interface TestClock {
  now(): Date;
  /** Stops the clock for good; only `advance` moves it then. */
  stop(): void;
  advance(seconds: number): void;
}

/** The lowest cost of scrypt: no test depends on slow guesses. */
export const CHEAP_PASSWORDS = { N: 2, r: 8, p: 1 };

/** One running service with its own database and store. */
export interface World {
  readonly baseUrl: string;
  /** The address of health and metrics for operators; null without `ADMIN_PORT`. */
  readonly adminUrl: string | null;
  readonly platform: Platform;
  readonly clock: TestClock;
  /** A caller without a credential. */
  readonly anon: Actor;
  /** A caller with an account and a token with all creator scopes. */
  creator(name: string): Promise<Creator>;
  /** Resolves after every due job has run. A test queues the periodic jobs that it needs. */
  settled(): Promise<void>;
  /**
   * Returns the SQL statements that some work sends, including BEGIN and COMMIT of transactions.
   */
  statements(work: () => Promise<unknown>): Promise<string[]>;
}

/** Options that differ from the usual world. */
export interface WorldOptions {
  /** Whether jobs run at once, or wait until a test calls `settled`. */
  readonly jobs?: 'at-once' | 'when-settled';
  /**
   * Whether `at-once` includes jobs that the clock starts. Those send statements without a request.
   */
  readonly periodicJobs?: boolean;
  /** Receives internal failures; by default, the report of a failed test shows them. */
  readonly log?: Log;
  /**
   * Limits with other values than in production. The time limit of a plan is long by default,
   * because any plan may take seconds on a busy machine. No service tests its proxy by default,
   * because the addresses of tests lead to other machines.
   */
  readonly limits?: Partial<StartLimits>;
}

/** Starts a service for the tests of one file, and removes it after them. */
export function useWorld(environment: NodeJS.ProcessEnv = {}, options: WorldOptions = {}): World {
  let opened: { world: World; close(): Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openWorld(environment, options);
  });
  afterAll(() => opened?.close());
  return new Proxy({} as World, {
    get: (_target, name) => Reflect.get(opened?.world ?? {}, name),
  });
}

/**
 * Starts two API services on one database, one store and one clock, like two processes behind a
 * load balancer. Each has its own caches, loaders and connections. Jobs wait for `settled`.
 */
export function useTwoWorlds(environment: NodeJS.ProcessEnv = {}): readonly [World, World] {
  const options = { jobs: 'when-settled' } as const;
  let first: Awaited<ReturnType<typeof openWorld>> | undefined;
  let second: typeof first;
  beforeAll(async () => {
    first = await openWorld(environment, options);
    const beside = { ...environment, PUBLIC_URL: first.world.baseUrl };
    second = await openWorld(beside, options, first.ground);
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
  });
  const standIn = (opened: () => typeof first) =>
    new Proxy({} as World, {
      get: (_target, name) => Reflect.get(opened()?.world ?? {}, name),
    });
  return [standIn(() => first), standIn(() => second)];
}

/** The database, folder and clock that several services share. */
interface Ground {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly clock: TestClock;
  clear(): Promise<void>;
}

async function newGround(): Promise<Ground> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'modport-test-'));
  return {
    databaseUrl: database.url,
    dataDir,
    clock: movableClock(),
    async clear() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Longer than any test. */
const NEVER = 86_400;

async function openWorld(environment: NodeJS.ProcessEnv, options: WorldOptions, shared?: Ground) {
  const { jobs = 'at-once', periodicJobs = false, log = keptLog } = options;
  const limits = { planSolverSeconds: 100, proxyProbeFirstSeconds: NEVER, ...options.limits };
  const ground = shared ?? (await newGround());
  const { clock } = ground;
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: ground.dataDir,
    DATABASE_URL: ground.databaseUrl,
    SEED_DEMO: 'false',
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    ...environment,
  });
  const mode = jobs === 'at-once' ? 'all' : 'api';
  const service = await startService({
    config,
    log,
    clock,
    mode,
    periodicJobs,
    limits,
    passwordCost: CHEAP_PASSWORDS,
    // Tests count statements, so the periodic flush of last uses is off.
    lastUsesEverySeconds: null,
  });
  // The operators' port serves no operation of the API.
  const forget = rememberWorld(service.localUrl, service.platform);
  const watchAgain = service.adminUrl === null ? () => {} : leaveUnwatched(service.adminUrl);
  const close = async () => {
    await service.stop();
    forget();
    watchAgain();
    if (!shared) await ground.clear();
  };
  const world = worldOf(service, clock);
  return {
    world: jobs === 'at-once' ? world : { ...world, settled: () => runJobs(service) },
    ground,
    close,
  };
}

function worldOf(service: Service, clock: TestClock): World {
  const { platform, localUrl, adminUrl } = service;
  return {
    baseUrl: localUrl,
    adminUrl,
    platform,
    clock,
    anon: anonymous(localUrl),
    creator: (name) => newCreator(platform, localUrl, name),
    settled: () => platform.queue.idle(),
    async statements(work) {
      const seen: string[] = [];
      const stop = watchStatements(platform.db, (sql) => seen.push(sql));
      await work();
      stop();
      return seen;
    },
  };
}

/** Runs the queued jobs, and the jobs that they queue, in a worker that stops afterwards. */
export async function runJobs({
  platform,
  stores,
}: Pick<Service, 'platform' | 'stores'>): Promise<void> {
  const worker = createQueueWithoutRedis(platform);
  worker.start(createHandlers(platform, stores), { periodic: false });
  await worker.idle();
  await worker.stop();
}

function movableClock(): TestClock {
  let offsetMs = 0;
  let stoodAt: number | undefined;
  return {
    now: () => new Date((stoodAt ?? Date.now()) + offsetMs),
    stop() {
      stoodAt ??= Date.now();
    },
    advance(seconds) {
      offsetMs += seconds * 1000;
    },
  };
}
