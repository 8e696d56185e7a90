import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createGame } from '../../src/modules/catalog/index.js';
import type { Database } from '../../src/platform/database/connect.js';
import type { Platform } from '../../src/platform/platform.js';
import { createSystemContext } from '../../src/request/context.js';
import { releaseAbandonedKeys } from '../../src/request/release-abandoned-keys.js';
import { type Actor, newCreator, withSecret } from '../actors.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { bareMod } from '../publishing.js';
import { bundle } from './bundle.js';
import { type ChildService, openMachine, operate } from './child-service.js';

/** Processes of one mode, any of which may die: there is always another one. */
export interface Pool {
  /** The address of a process that lives. */
  url(): Promise<string>;
  /** The first of them that reaches a point dies there. */
  arm(point: string): void;
  /** Where one died; one that takes its place has been started by then. */
  died(): Promise<string>;
}

/** API and worker processes on one database and one store, any of which may die. */
export interface Killables {
  readonly db: Database;
  readonly modId: string;
  /** Whoever owns the mod, at a process of the API that lives. */
  actor(): Promise<Actor>;
  readonly api: Pool;
  readonly workers: Pool;
  /** Works beside the processes on what they share, by a clock that is so far ahead. */
  later<T>(aheadSeconds: number, work: (platform: Platform) => Promise<T>): Promise<T>;
}

/** How many processes of each mode there are; of which none dies, one will do. */
export interface Sizes {
  readonly api: number;
  readonly workers: number;
}

const ENOUGH = { timeout: 90_000, interval: 10 };

/** Who lives for seconds gains nothing by what is compiled for hours. */
const SHORT_LIVED = ['--no-opt', '--liftoff-only', '--wasm-lazy-compilation'];

/** Starts the processes for the tests of one file, and makes a mod; all is gone after them. */
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

/** Has a process of a pool killed at a point of some work, which has to succeed all the same. */
export async function killedAt<T>(pool: Pool, point: string, work: () => Promise<T>): Promise<T> {
  pool.arm(point);
  const result = await work();
  expect(await pool.died()).toBe(point);
  return result;
}

async function openKillables(sizes: Sizes, environment: NodeJS.ProcessEnv) {
  const machine = openMachine();
  const [built, database, dataDir] = await Promise.all([
    bundle('killable-main'),
    openTestDatabase(),
    machine.dataDir(),
  ]);
  const { db } = database;
  const env = { ...environment, DATABASE_URL: database.url };
  const pools: { close(): void }[] = [];
  const poolOf = (mode: string, size: number) => {
    const killFile = join(dataDir, `kill-${mode}-at`);
    const command = [process.execPath, ...SHORT_LIVED, built.program, mode] as const;
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
    built.remove();
  };
  try {
    return { killables: await populate(), close };
  } catch (error) {
    await close();
    throw error;
  }

  async function populate(): Promise<Killables> {
    // One after the other: the first one makes the keys of the installation.
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

/** How the processes of a pool are started, and what is done when one died. */
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
      // Who fell over would only do so again.
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
      // The one that was started first is ready first.
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

/** What the dead held is over as if its lease had ended, which is nothing to wait a minute for. */
async function releaseWhatHeld(db: TestDatabase['db'], pid: number): Promise<void> {
  const leaseUntil = new Date();
  await db.job.updateMany({
    where: { state: 'processing', leaseOwner: { startsWith: `${pid}-` } },
    data: { leaseUntil },
  });
  await releaseAbandonedKeys(db, leaseUntil);
}
