import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import { stopServer } from './signal.js';

/** The pid file of a running server. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
}

/** Reads the pid file of a cluster; undefined if no server runs or it is still starting. */
export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const lines = (await readLines(folder)) ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

/**
 * Stops a server that a killed process left running on this cluster. If another program has its pid
 * by now, that program is left alone.
 */
export async function stopOrphan(cluster: Cluster): Promise<void> {
  const lines = await readLines(cluster.folder);
  const pid = Number(lines?.[0]);
  if (lines === undefined || !(pid > 0)) return;
  await stopServer(cluster, pid, () => isServerOf(pid, cluster.folder));
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
