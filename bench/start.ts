import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../src/platform/release.js';
import { environment } from './process.js';
import type { BenchRow } from './row.js';

const ROUNDS = 3;
const POLL_MS = 10;
const LIMIT_MS = 60_000;
const TARGET_SECONDS = 3;

/**
 * Measures the time from the start of the built service on an existing database to its readiness.
 */
export async function benchStart(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'modport-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  try {
    const plain = [process.execPath, 'scripts/start.mjs'] as const;
    // The first start creates the database.
    await startOnce(plain, dataDir);
    return [
      row('npm start', await median(['npm', 'start'], dataDir)),
      row('node scripts/start.mjs', await median(plain, dataDir)),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function row(command: string, seconds: number): BenchRow {
  return {
    name: `${command}, to the first 200 of /readyz, median of ${ROUNDS}`,
    value: seconds,
    unit: 's',
    floor: 'the target',
    ratio: seconds / TARGET_SECONDS,
    target: `under ${TARGET_SECONDS} s`,
    ok: seconds < TARGET_SECONDS,
  };
}

type Command = readonly [string, ...string[]];

async function median(command: Command, dataDir: string): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) took.push(await startOnce(command, dataDir));
  return took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

/** In seconds. The service is stopped again before this resolves. */
async function startOnce([file, ...args]: Command, dataDir: string): Promise<number> {
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
    return (performance.now() - begun) / 1000;
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
