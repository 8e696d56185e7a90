import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { type Clock, systemClock } from '../../src/platform/clock.js';
import { silentLog } from '../../src/platform/log.js';
import type { Platform } from '../../src/platform/platform.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { openParts } from '../../src/server/parts.js';

/** The built service as a process of its own, on a data directory. */
export interface ChildService {
  readonly pid: number;
  /** Where it listens; resolves once it says so. Throws what it said if it ends first. */
  readonly baseUrl: Promise<string>;
  /** All that it printed until now. */
  said(): { stdout: string; stderr: string };
  /** Resolves when it printed a text; throws if it ends first. */
  says(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** How it ended. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Stops it as an operator would, and waits until it is gone. */
  stop(): Promise<void>;
}

/** How a service is started. */
export interface ChildOptions {
  /** The built program itself where nothing else is said. */
  readonly command?: readonly [string, ...string[]];
  /** In a process group of its own, as a shell starts what is typed into a terminal. */
  readonly detached?: boolean;
}

/** The data directories and services of one test file, none of which outlive it. */
export interface Machine {
  /** A new data directory, that everybody may enter. */
  dataDir(): Promise<string>;
  start(dataDir: string, env?: NodeJS.ProcessEnv, options?: ChildOptions): ChildService;
  /** Ends what still runs, PostgreSQL servers of killed services included, and removes it all. */
  clear(): Promise<void>;
}

/** Processes start, build and recover here, on machines that may be busy. */
const TEST_LIMIT_MS = 180_000;
const START_LIMIT = { timeout: 60_000, interval: 20 };

/** A machine without anything on it but the built program; gives the tests of a file more time. */
export function createMachine(): Machine {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: projectRoot() });
  return openMachine();
}

/** The same, for programs that the tests bring along: nothing is built. */
export function openMachine(): Machine {
  vi.setConfig({ testTimeout: TEST_LIMIT_MS, hookTimeout: TEST_LIMIT_MS });
  const folders = new Set<string>();
  const services = new Set<ChildService>();
  return {
    async dataDir() {
      const folder = await mkdtemp(join(tmpdir(), 'modport-service-'));
      // As root, PostgreSQL runs as a user of its own, who must get in.
      await chmod(folder, 0o755);
      folders.add(folder);
      return folder;
    },
    start(dataDir, env = {}, options = {}) {
      const service = spawnService(dataDir, env, options);
      services.add(service);
      return service;
    },
    async clear() {
      for (const service of services) {
        service.signal('SIGKILL');
        await service.ended;
      }
      for (const folder of folders) {
        await endPostgres(folder);
        await rm(folder, { recursive: true, force: true });
      }
      services.clear();
      folders.clear();
    },
  };
}

/** The process id of the PostgreSQL on a data directory; null where none runs. */
export async function postgresPid(dataDir: string): Promise<number | null> {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number(text.split('\n')[0]) || null;
}

/** Works beside a running service as an operator command does, whatever its clock shows. */
export async function operate<T>(
  dataDir: string,
  work: (platform: Platform) => Promise<T>,
  env: NodeJS.ProcessEnv = {},
  clock: Clock = systemClock,
): Promise<T> {
  const config = loadConfig({ DATA_DIR: dataDir, ...env });
  const publicUrl = 'http://operator.invalid';
  const parts = await openParts({ config, publicUrl, log: silentLog, owner: 'command', clock });
  try {
    return await work(parts.platform);
  } finally {
    await parts.close();
  }
}

function spawnService(dataDir: string, env: NodeJS.ProcessEnv, options: ChildOptions) {
  const { command = [process.execPath, 'dist/src/server/main.js'], detached = false } = options;
  const [file, ...args] = command;
  const child = spawn(file, args, {
    cwd: projectRoot(),
    detached,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      DATA_DIR: dataDir,
      SEED_DEMO: 'false',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text;
    });
  }
  let isOver = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    isOver = true;
    return { code, signal };
  });
  const pid = child.pid ?? 0;
  const find = (wanted: RegExp | string) =>
    vi.waitUntil(() => {
      const found = texts.stdout.match(wanted);
      if (!found && isOver) throw new Error(`it ended first: ${texts.stdout}${texts.stderr}`);
      return found;
    }, START_LIMIT);
  const baseUrl = find(/running at (http:\S+)/).then((found) => String(found?.[1]));
  // A test that expects no start does not ask for the address.
  baseUrl.catch(() => undefined);
  const signal = (name: NodeJS.Signals) => {
    if (!isOver) process.kill(detached ? -pid : pid, name);
  };
  const service: ChildService = {
    pid,
    baseUrl,
    said: () => ({ ...texts }),
    says: async (text) => {
      await find(text);
    },
    signal,
    ended,
    async stop() {
      signal('SIGTERM');
      await ended;
    },
  };
  return service;
}

async function endPostgres(dataDir: string): Promise<void> {
  const pid = await postgresPid(dataDir);
  if (pid === null) return;
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    return;
  }
  await vi.waitUntil(async () => (await postgresPid(dataDir)) === null, START_LIMIT);
}
