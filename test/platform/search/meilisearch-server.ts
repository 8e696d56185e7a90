import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tcp-gate.js';

/** The Meilisearch program, if one is configured; tests start their own servers. */
export const MEILISEARCH_BIN = programOf(process.env['MEILISEARCH_BIN']);

/** Added to the names of tests that need Meilisearch. */
export const NEEDS_MEILISEARCH =
  MEILISEARCH_BIN === undefined ? ' (left out: MEILISEARCH_BIN is not set)' : '';

/** A Meilisearch that runs for a test, on a folder of its own. */
export interface TestMeilisearch {
  readonly url: string;
  /** The master key, which may do everything. */
  readonly apiKey: string;
  /** Kills the process like a crash. Its data stay. */
  kill(): Promise<void>;
  /** Starts it again on its data, at the same address. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** Starts a Meilisearch on a free port, with its data in a folder, and waits until it responds. */
export async function startMeilisearch(parent = tmpdir()): Promise<TestMeilisearch> {
  const folder = await mkdtemp(join(parent, 'modport-meilisearch-'));
  const apiKey = randomBytes(24).toString('hex');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child = await run(folder, port, apiKey);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    apiKey,
    kill,
    async restart() {
      await kill();
      child = await run(folder, port, apiKey);
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function run(folder: string, port: number, apiKey: string): Promise<ChildProcess> {
  const options = ['--no-analytics', '--http-addr', `127.0.0.1:${port}`];
  const folders = ['db-path', 'dump-dir', 'snapshot-dir'].flatMap((name) => [
    `--${name}`,
    join(folder, name),
  ]);
  const child = spawn(MEILISEARCH_BIN ?? '', [...options, ...folders], {
    cwd: folder,
    env: { ...process.env, MEILI_MASTER_KEY: apiKey },
    stdio: 'ignore',
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`Meilisearch ended with ${child.exitCode}`);
    const isUp = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return child;
    await delay(100);
  }
  child.kill('SIGKILL');
  throw new Error('Meilisearch does not respond');
}

/** A name in PATH, or an absolute path, because the servers run in another folder. */
function programOf(named: string | undefined): string | undefined {
  if (!named) return undefined;
  return named.includes('/') ? resolve(named) : named;
}
