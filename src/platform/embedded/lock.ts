import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { hasSystemCode } from '../error-code.js';
import { makeFolder } from '../folders.js';
import { parsedJson } from '../json.js';
import { AlreadyRunning } from './failures.js';

/** Why a process locks the data directory: for the service, or for one short operator command. */
export type LockPurpose = 'service' | 'command';

/** The owner that a lock file names. */
export interface Owner {
  readonly pid: number;
  /**
   * The start time of the process in system units. It distinguishes later processes with the same
   * pid. Null on a system that does not report it.
   */
  readonly startTime: string | null;
  readonly purpose: LockPurpose;
}

/** Exclusive ownership of a data directory. */
export interface DataDirLock {
  /** Removes the lock, unless another process has replaced it. */
  release(): Promise<void>;
}

const CLAIM_POLL_MS = 5;

const OWNER = z.object({
  pid: z.int().positive(),
  startTime: z.string().nullable(),
  purpose: z.enum(['service', 'command']),
});

/**
 * Locks the data directory for this process, and creates it if it is missing. Takes over a lock
 * whose owner is dead; if several processes try, one succeeds. Throws AlreadyRunning if the owner
 * is alive; that needs no space on the disk.
 */
export async function lockDataDir(dataDir: string, purpose: LockPurpose): Promise<DataDirLock> {
  await makeFolder(dataDir, 0o711);
  // On a full disk, no draft can be written, and operator commands still use the running service.
  refuseOwned(dataDir, await ownerOf(dataDir));
  const path = join(dataDir, 'lock');
  const nonce = randomBytes(8).toString('hex');
  const owner = { pid: process.pid, startTime: startTimeOf(process.pid), purpose, nonce };
  // The process writes a draft and links it into place, so a lock file is always complete.
  const draft = { path: `${path}-${nonce}`, text: JSON.stringify(owner) };
  try {
    await writeFile(draft.path, draft.text, { mode: 0o600 });
    refuseOwned(dataDir, await take(path, draft));
    return { release: () => releaseLock(path, draft.text) };
  } finally {
    await rm(draft.path, { force: true });
  }
}

function refuseOwned(dataDir: string, owner: Owner | undefined): void {
  if (owner !== undefined) throw new AlreadyRunning(dataDir, owner.pid, owner.purpose);
}

/** The live owner of the data directory; undefined if there is no such process. */
export async function ownerOf(dataDir: string): Promise<Owner | undefined> {
  const found = await readLock(join(dataDir, 'lock'));
  return found === undefined ? undefined : liveOwner(found);
}

interface Draft {
  readonly path: string;
  readonly text: string;
}

// Resolves to the live owner of the lock; undefined means that this process got it.
async function take(path: string, draft: Draft): Promise<Owner | undefined> {
  for (;;) {
    if (await linked(draft.path, path)) return undefined;
    const found = await readLock(path);
    if (found === draft.text) return undefined;
    if (found === undefined) continue;
    const owner = liveOwner(found);
    if (owner !== undefined) return owner;
    await replaceDead(path, found, draft);
  }
}

// Several processes may find the same dead lock. A second lock decides which one replaces it. Its
// name is a digest of the dead lock's text, which is unique. If the holder of the second lock dies,
// the same procedure replaces it.
async function replaceDead(path: string, dead: string, draft: Draft): Promise<void> {
  const claim = `${path}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  if ((await take(claim, draft)) !== undefined) return delay(CLAIM_POLL_MS);
  try {
    if ((await readLock(path)) !== dead) return;
    const copy = `${draft.path}.copy`;
    await link(draft.path, copy);
    await rename(copy, path);
  } finally {
    await rm(claim, { force: true });
  }
}

async function linked(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch (error) {
    if (hasSystemCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readLock(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasSystemCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}

async function releaseLock(path: string, mine: string): Promise<void> {
  if ((await readLock(path)) === mine) await rm(path, { force: true });
}

function liveOwner(text: string): Owner | undefined {
  const owner = OWNER.safeParse(parsedJson(text)).data;
  if (owner === undefined || !isAlive(owner.pid)) return undefined;
  return startTimeOf(owner.pid) === owner.startTime ? owner : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasSystemCode(error, 'EPERM');
  }
}

// Field 22 of /proc/<pid>/stat. Reading starts after field 2, a name that may contain spaces and
// brackets. A zombie counts as dead. Systems without /proc have only the pid.
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
