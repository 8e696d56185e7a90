import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createGame } from '../../src/modules/catalog/index.js';
import type { Database } from '../../src/platform/database/connect.js';
import type { Platform } from '../../src/platform/platform.js';
import { createSystemContext } from '../../src/request/context.js';
import { releaseAbandonedKeys } from '../../src/request/idempotency.js';
import { type Actor, newCreator, withSecret } from '../actors.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { bareMod } from '../publishing.js';
import { killableService } from './bundle.js';
import { type ChildService, createMachine, operate } from './child-service.js';

/** Processes of one mode. Each may die and is replaced. */
export interface Pool {
  /** The address of a live process. */
  url(): Promise<string>;
  /** The first process that reaches the point dies there. */
  arm(point: string): void;
  /** Returns the point at which a process died, after its replacement was started. */
  died(): Promise<string>;
}

/** API and worker processes on one database and one store. Each may die. */
export interface Killables {
  readonly db: Database;
  readonly modId: string;
  /** The owner of the mod, connected to a live API process. */
  actor(): Promise<Actor>;
  readonly api: Pool;
  readonly workers: Pool;
  /** Runs work on the shared database and store, with a clock set ahead by seconds. */
  later<T>(aheadSeconds: number, work: (platform: Platform) => Promise<T>): Promise<T>;
}

/**
 * The number of processes per mode. With one, only its replacement can take over from a killed one.
 */
export interface Sizes {
  readonly api: number;
  readonly workers: number;
}

const ENOUGH = { timeout: 90_000, interval: 10 };

/**
 * Starts the processes for the tests of one file, creates a mod and removes everything afterwards.
 */
export function useKillables(sizes: Sizes, environment: NodeJS.ProcessEnv = {}): Killables {
  let opened: { killables: Killables; close(): Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openKillables(sizes, environment);
  });
  afterAll(() => opened?.close());
  return new Proxy({} as Killables, {
    get: (_target, name) => Reflect.get(opened?.killables ?? {}, name),
  });
}

/** Kills a process of a pool at a point of some work. The work has to succeed all the same. */
export async function killedAt<T>(pool: Pool, point: string, work: () => Promise<T>): Promise<T> {
  pool.arm(point);
  const result = await work();
  expect(await pool.died()).toBe(point);
  return result;
}

async function openKillables(sizes: Sizes, environment: NodeJS.ProcessEnv) {
  const machine = createMachine();
  const [killable, database, dataDir] = await Promise.all([
    killableService(),
    openTestDatabase(),
    machine.dataDir('empty'),
  ]);
  const { db } = database;
  const env = { ...environment, DATABASE_URL: database.url };
  const pools: { close(): void }[] = [];
  const poolOf = (mode: string, size: number) => {
    const killFile = join(dataDir, `kill-${mode}-at`);
    const command = [...killable, mode] as const;
    const pool = openPool(size, {
      start: () => machine.start(dataDir, { ...env, KILL_FILE: killFile }, { command }),
      arm: (point) => writeFileSync(killFile, point),
      release: (pid) => releaseWhatHeld(db, pid),
    });
    pools.push(pool);
    return pool;
  };
  const close = async () => {
    for (const pool of pools) pool.close();
    await machine.clear();
    await database.drop();
  };
  try {
    return { killables: await populate(), close };
  } catch (error) {
    await close();
    throw error;
  }

  async function populate(): Promise<Killables> {
    // Sequential, because the first process creates the keys of the installation.
    const api = poolOf('api', sizes.api);
    const url = await api.url();
    const workers = poolOf('worker', sizes.workers);
    const later: Killables['later'] = (aheadSeconds, work) =>
      operate(dataDir, work, env, { now: () => new Date(Date.now() + aheadSeconds * 1000) });
    const game = { slug: 'quarry', name: 'Quarry', loaders: ['forge'], versions: ['1'] };
    const alice = await later(0, async (platform) => {
      await createGame(createSystemContext(platform, 'test'), game);
      return newCreator(platform, url, 'alice');
    });
    const { id: modId } = await bareMod(alice, 'quarry');
    await workers.url();
    const actor = async () => withSecret(await api.url(), alice.token ?? '');
    return { db, modId, actor, api, workers, later };
  }
}

/** Starts the processes of a pool and cleans up after a killed one. */
interface Ways {
  start(): ChildService;
  arm(point: string): void;
  release(pid: number): Promise<void>;
}

function openPool(size: number, { start, arm, release }: Ways): Pool & { close(): void } {
  const living = new Set<ChildService>();
  const dead: ChildService[] = [];
  let isOpen = true;

  function add(): void {
    const service = start();
    living.add(service);
    void service.ended.then(async ({ signal }) => {
      living.delete(service);
      if (!isOpen) return;
      // A process that crashed on its own would crash again.
      if (signal === 'SIGKILL') {
        add();
        await release(service.pid);
      }
      dead.push(service);
    });
  }

  for (let count = 0; count < size; count += 1) add();
  return {
    arm,
    async url() {
      // The process that was started first is ready first.
      const [first] = await vi.waitUntil(() => (living.size > 0 ? [...living] : null), ENOUGH);
      return first?.baseUrl ?? '';
    },
    async died() {
      const service = await vi.waitUntil(() => dead.shift(), ENOUGH);
      const { signal } = await service.ended;
      expect(signal, service.said().stderr).toBe('SIGKILL');
      return /killed at (.*)/.exec(service.said().stdout)?.[1] ?? 'nowhere';
    },
    close() {
      isOpen = false;
    },
  };
}

/** Expires the leases of a killed process, so that tests do not wait for them. */
async function releaseWhatHeld(db: TestDatabase['db'], pid: number): Promise<void> {
  const leaseUntil = new Date();
  await db.job.updateMany({
    where: { state: 'processing', leaseOwner: { startsWith: `${pid}-` } },
    data: { leaseUntil },
  });
  await releaseAbandonedKeys(db, leaseUntil);
}
