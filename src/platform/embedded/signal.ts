import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './failures.js';

// Fast shutdown rolls back open transactions and leaves a clean cluster. The other signals are for
// a server that hangs, and cost a crash recovery at the next start.
const STOP_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
const LIMIT_EACH_MS = 20_000;
const POLL_MS = 10;

/**
 * Stops the server process `pid` with stronger and stronger signals, `limitEachMs` apart: 20 seconds
 * by default. Resolves when `isRunning` returns false, or this time after the last signal; then the
 * server may still run.
 */
export async function stopServer(
  cluster: Cluster,
  pid: number,
  isRunning: () => boolean,
  limitEachMs = LIMIT_EACH_MS,
): Promise<void> {
  for (const signal of STOP_SIGNALS) {
    if (!isRunning()) return;
    sendSignal(cluster, pid, signal);
    const limit = Date.now() + limitEachMs;
    while (isRunning() && Date.now() < limit) await delay(POLL_MS);
  }
}

/** Sends one of PostgreSQL's shutdown signals. Ignores a process that has already ended. */
export function sendSignal(
  cluster: Cluster,
  pid: number,
  signal: (typeof STOP_SIGNALS)[number],
): void {
  if (process.platform === 'win32' && signal !== 'SIGKILL') {
    // Windows has no signals; pg_ctl sends a replacement that PostgreSQL understands.
    spawnSync(cluster.binaries.pgCtl, ['kill', signal.slice(3), String(pid)]);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended between the check and the signal.
  }
}

/** The content of the pid file that a server writes. */
interface PidFile {
  readonly pid: number;
  readonly port: number;
}

/**
 * Reads the pid file of a cluster; undefined if it is missing, or if the server has not written its
 * port yet. A killed server leaves its file, so the process may have ended.
 */
export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const lines = (await readLines(folder)) ?? [];
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

/**
 * Stops a server that a killed process left running on this cluster. If another program has its pid
 * by now, that program is left alone, and the pid file gets the pid of this process, so that
 * PostgreSQL starts. On Windows it cannot identify a server and stops none. Throws
 * EmbeddedPostgresError, and leaves the pid file as it is, if the server survives all signals of
 * `stopServer`: another server on its files would damage them.
 */
export async function stopOrphan(cluster: Cluster, limitEachMs?: number): Promise<void> {
  const lines = await readLines(cluster.folder);
  const pid = Number(lines?.[0]);
  if (lines === undefined || !(pid > 0)) return;
  const isRunning = () => isServerOf(pid, cluster.folder);
  await stopServer(cluster, pid, isRunning, limitEachMs);
  if (isRunning()) {
    throw new EmbeddedPostgresError(
      `process ${pid}, the PostgreSQL of an earlier modport on ${cluster.folder}, does not end. ` +
        'It probably waits for its disk. Repair the disk or restart the machine, then start again',
    );
  }
  const left = await readLines(cluster.folder);
  if (Number(left?.[0]) !== pid) return;
  // PostgreSQL would mistake the other program for a live server and refuse to start. It ignores
  // the pid of its own parent, so this writes that pid. The rest of the file stays: PostgreSQL uses
  // it to check that no old process uses the shared memory.
  const rest = left?.slice(1) ?? [];
  await writeFile(join(cluster.folder, 'postmaster.pid'), [process.pid, ...rest].join('\n'));
}

async function readLines(folder: string): Promise<string[] | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text?.split('\n');
}

// A server's command line contains its folder. Servers of other clusters must keep running.
function isServerOf(pid: number, folder: string): boolean {
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(folder);
}

function commandOf(pid: number): string {
  if (process.platform === 'win32') return '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    if (process.platform === 'linux') return '';
    const ps = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return ps.stdout;
  }
}
