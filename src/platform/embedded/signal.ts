import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';

// Fast shutdown rolls back open transactions and leaves a clean cluster. The other signals are for
// a server that hangs, and cost a crash recovery at the next start.
const STOP_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
const LIMIT_EACH_MS = 20_000;
const POLL_MS = 10;

/** Stops the server process `pid`. Resolves when `isRunning` returns false. */
export async function stopServer(
  cluster: Cluster,
  pid: number,
  isRunning: () => boolean,
): Promise<void> {
  for (const signal of STOP_SIGNALS) {
    if (!isRunning()) return;
    sendSignal(cluster, pid, signal);
    const limit = Date.now() + LIMIT_EACH_MS;
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
