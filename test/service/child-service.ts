import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { type Clock, systemClock } from '../../src/platform/clock.js';
import { silentLog } from '../../src/platform/log.js';
import type { Platform } from '../../src/platform/platform.js';
import { projectRoot } from '../../src/platform/release.js';
import { openParts } from '../../src/server/parts.js';
import { copyDataDir } from '../data-dirs.js';

/** The service as a separate process on a data directory. */
export interface ChildService {
  readonly pid: number;
  /**
   * The address, once the service has printed it. Rejects with the output if the process ends
   * first.
   */
  readonly baseUrl: Promise<string>;
  /** The output so far. */
  said(): { stdout: string; stderr: string };
  /** Resolves when the process has printed a text. Throws if it ends first. */
  says(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** The exit code and the signal. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Stops the process like an operator and waits for its end. */
  stop(): Promise<void>;
}

/** A program and its arguments. */
type Command = readonly [string, ...string[]];

/** Options for starting a service. */
export interface ChildOptions {
  /** The default runs the built service. */
  readonly command?: Command;
  /** The mode of its processes, `api` or `worker`; all by default. */
  readonly mode?: string;
  /** Runs in its own process group, like a command in a terminal. */
  readonly detached?: boolean;
}

/** The data directories and services of one test file. None of them outlives the file. */
export interface Machine {
  /**
   * A new data directory that all users may enter: with the migrated database of the run, or empty.
   */
  dataDir(content?: 'migrated' | 'empty'): Promise<string>;
  start(dataDir: string, env?: NodeJS.ProcessEnv, options?: ChildOptions): ChildService;
  /**
   * Kills what still runs, including PostgreSQL servers of killed services, and deletes all data.
   */
  clear(): Promise<void>;
}

/** Generous limits: processes start, build and recover here, possibly on a busy machine. */
const TEST_LIMIT_MS = 300_000;
const START_LIMIT = { timeout: 120_000, interval: 20 };

/** Builds the programs like `npm run build`, and returns the command that starts the service. */
export function buildService(): Command {
  const build = ['scripts/build.mjs', '--without-compression'];
  execFileSync(process.execPath, build, { cwd: projectRoot() });
  return [process.execPath, 'dist/src/launch/service.js'];
}

/** Opens a machine with higher test timeouts, on which the built service can start. */
export function createMachine(): Machine {
  vi.setConfig({ testTimeout: TEST_LIMIT_MS, hookTimeout: TEST_LIMIT_MS });
  const command = buildService();
  const folders = new Set<string>();
  const services = new Set<ChildService>();
  return {
    async dataDir(content = 'migrated') {
      const folder = await mkdtemp(join(tmpdir(), 'modport-service-'));
      folders.add(folder);
      // As root, PostgreSQL runs as its own user, who needs access.
      await chmod(folder, 0o755);
      const dataDir = join(folder, 'data');
      if (content === 'migrated') copyDataDir(inject('preparedDataDir'), dataDir);
      else await mkdir(dataDir);
      return dataDir;
    },
    start(dataDir, env = {}, options = {}) {
      const started = spawnService(dataDir, env, { command, ...options });
      services.add(started);
      return started;
    },
    async clear() {
      for (const service of services) {
        service.signal('SIGKILL');
        await service.ended;
      }
      for (const folder of folders) {
        await endPostgres(join(folder, 'data'));
        await rm(folder, { recursive: true, force: true });
      }
      services.clear();
      folders.clear();
    },
  };
}

/** The process ID of the PostgreSQL server on a data directory, or null if none runs. */
export async function postgresPid(dataDir: string): Promise<number | null> {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number(text.split('\n')[0]) || null;
}

/** Runs work next to a running service, like an operator command, with a clock of its own. */
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

function spawnService(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  { command, mode, detached = false }: ChildOptions & { readonly command: Command },
) {
  const [file, ...args] = command;
  const child = spawn(file, [...args, ...(mode ? [mode] : [])], {
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
  // A test that expects the start to fail never reads the address.
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
