import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../src/platform/release.js';
import { environment } from './process.js';
import type { BenchRow } from './row.js';

const ROUNDS = 5;
const POLL_MS = 10;
const LIMIT_MS = 60_000;
/** The target of a start on an existing database; the first start has none. */
const START_SECONDS = 1;
/** The target of a command beside a running service; a command without one has none. */
const COMMAND_SECONDS = 0.7;

/** The service as a process manager starts it: without npm and a look for changed sources. */
const PROGRAM = [process.execPath, 'dist/src/launch/service.js'] as const;
const ADMIN = ['npm', 'run', '--silent', 'admin', '--'] as const;

/**
 * Measures the time from the start of the service to its readiness, in an empty folder and on an
 * existing database, and that of operator commands beside a service and without one. Each time is
 * the median of `ROUNDS` rounds.
 */
export async function benchStart(): Promise<BenchRow[]> {
  const dataDir = await createDataDir();
  try {
    // Builds, if a source has changed, and creates the database of the next starts.
    await startOnce(['npm', 'start'], dataDir);
    const starts = [
      firstStartRow(await median(firstStart)),
      startRow('npm start', await median(() => startOnce(['npm', 'start'], dataDir))),
      startRow('node dist/src/launch/service.js', await median(() => startOnce(PROGRAM, dataDir))),
    ];
    const alone = await median(() => command('user list', dataDir));
    const commands: BenchRow[] = [];
    await startOnce(PROGRAM, dataDir, async () => {
      await command('game create --slug bench --name Bench', dataDir);
      for (const line of ['user list', 'game update --slug bench --name Again']) {
        commands.push(commandRow(line, await median(() => command(line, dataDir))));
      }
    });
    const name = `npm run admin -- user list, which starts the database, median of ${ROUNDS}`;
    return [...starts, ...commands, { name, value: alone, unit: 's' }];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function createDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'modport-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  return dataDir;
}

/** The start in an empty folder, which creates the database and the keys. */
async function firstStart(): Promise<number> {
  const dataDir = await createDataDir();
  try {
    return await startOnce(PROGRAM, dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const firstStartRow = (seconds: number): BenchRow => ({
  name: `node dist/src/launch/service.js without a database, to the first 200 of /readyz, median of ${ROUNDS}`,
  value: seconds,
  unit: 's',
});

const startRow = (command: string, seconds: number) =>
  row(`${command}, to the first 200 of /readyz`, seconds, START_SECONDS);

const commandRow = (line: string, seconds: number) =>
  row(`npm run admin -- ${line}`, seconds, COMMAND_SECONDS);

function row(name: string, seconds: number, targetSeconds: number): BenchRow {
  return {
    name: `${name}, median of ${ROUNDS}`,
    value: seconds,
    unit: 's',
    comparedWith: 'the target',
    ratio: seconds / targetSeconds,
    target: `under ${targetSeconds} s`,
    ok: seconds < targetSeconds,
  };
}

type Command = readonly [string, ...string[]];

async function median(measured: () => Promise<number>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) took.push(await measured());
  return took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

/** The seconds of one operator command. Throws if it fails. */
async function command(line: string, dataDir: string): Promise<number> {
  const [file, ...args] = [...ADMIN, ...line.split(' ')];
  const begun = performance.now();
  const child = spawn(file, args, {
    cwd: projectRoot(),
    env: environment({ DATA_DIR: dataDir }),
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${line} failed with ${code}`);
  return (performance.now() - begun) / 1000;
}

/**
 * Starts the service, runs `work` beside it, and stops it. Returns the seconds from the start to
 * the first 200 of `/readyz`.
 */
async function startOnce(
  [file, ...args]: Command,
  dataDir: string,
  work?: () => Promise<void>,
): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(file, args, {
    cwd: projectRoot(),
    env: environment({ DATA_DIR: dataDir, PORT: String(port) }),
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm passes no signal on to the shell that it starts, so the signal goes to its whole group.
    detached: true,
    shell: process.platform === 'win32',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null || performance.now() - begun > LIMIT_MS) {
        throw new Error(`${file} ${args.join(' ')} did not become ready`);
      }
      await delay(POLL_MS);
    }
    const seconds = (performance.now() - begun) / 1000;
    await work?.();
    return seconds;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
    // npm does not wait for its child process.
    while (await isAlive(port)) await delay(POLL_MS);
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function isAlive(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
