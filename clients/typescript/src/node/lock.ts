import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  link,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FileError } from '../core/errors.js';
import { pause } from '../core/retry.js';
import { codeOf } from './system-error.js';

/** A lock between processes, held by a file. */
export interface FileLock {
  /** Whether this process still holds it. A process that slept for long may have lost it. */
  isHeld(): Promise<boolean>;
  /** Removes the lock if this process still holds it. */
  release(): Promise<void>;
}

/** The times by which holders show that they live. */
interface LockTimes {
  /** The time between two touches of the file by its holder, in milliseconds. */
  readonly beatMs: number;
  /** The age of the last touch, in milliseconds, after which the holder may have ended. */
  readonly staleMs: number;
}

const TIMES: LockTimes = { beatMs: 10_000, staleMs: 60_000 };
const POLL_MS = 25;
/** The errors of a read of a lock that was just released, or of a lock of another user. */
const UNREADABLE = new Set(['ENOENT', 'EACCES', 'EPERM']);
/** The errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

/**
 * Takes the lock at once. Returns null if another holder has it. Takes over the lock of an ended
 * process of this machine. Before it takes over another stale lock, it watches the lock for one and
 * a half beats. With the lock, it removes what killed processes left beside it. Throws FileError
 * `unsafe` if the file at `path` is no lock; it never removes such a file.
 */
export async function tryLock(path: string, times: LockTimes = TIMES): Promise<FileLock | null> {
  const owner: Owner = { token: randomUUID(), pid: process.pid, host: hostname() };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await create(path, owner)) {
      await removeLeftovers(path, times);
      return hold(path, owner, times);
    }
    if (!(await removeStale(path, times))) return null;
  }
  return null;
}

/**
 * Waits for the lock. Returns null after `timeoutMs`, or later if it is then watching a stale lock.
 * Throws the reason of an aborted signal, and the errors of `tryLock`.
 */
export async function waitForLock(
  path: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<FileLock | null> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const lock = await tryLock(path);
    if (lock !== null || performance.now() >= until) return lock;
    await pause(POLL_MS * (0.5 + Math.random()), signal);
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Removes old drafts of the lock, and old locks that were set aside: their processes were killed. A
 * younger draft may belong to a process that waits. The new lock gives the present time, because
 * the file system may have another clock. Errors are ignored: a leftover is harmless.
 */
async function removeLeftovers(path: string, { staleMs }: LockTimes): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  const nowMs = await touchedAt(path);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix) || !UUID.test(name.slice(prefix.length))) continue;
    const leftover = join(folder, name);
    const touchedMs = await touchedAt(leftover);
    const isOld = nowMs !== null && touchedMs !== null && nowMs - touchedMs > staleMs;
    if (isOld) await rm(leftover, { force: true }).catch(() => undefined);
  }
}

/**
 * Creates the file with its content in one step, so that no reader sees it empty. Returns false for
 * an existing file, and if another holder removed the draft: this process slept for long.
 */
async function create(path: string, owner: Owner): Promise<boolean> {
  const draft = `${path}.${owner.token}`;
  let hasDraft = false;
  try {
    await writeOwner(await open(draft, 'wx', 0o600), owner);
    hasDraft = true;
    await link(draft, path);
    return true;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'EEXIST' || (code === 'ENOENT' && hasDraft)) return false;
    if (!NO_LINKS.has(code)) throw error;
    return await createDirectly(path, owner);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * For file systems without hard links, such as exFAT. A reader may see the file empty for a moment.
 */
async function createDirectly(path: string, owner: Owner): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await writeOwner(file, owner);
    return true;
  } catch (error) {
    // Others would wait for an empty lock until it is stale.
    await rm(path, { force: true });
    throw error;
  }
}

/** Writes the content of a lock, and closes the file in any case. */
async function writeOwner(file: FileHandle, owner: Owner): Promise<void> {
  try {
    await file.writeFile(JSON.stringify(owner));
  } finally {
    await file.close();
  }
}

function hold(path: string, owner: Owner, { beatMs }: LockTimes): FileLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, beatMs);
  // A lock alone keeps no process alive.
  beat.unref();
  const isHeld = async () => (await ownerOf(path))?.token === owner.token;
  return {
    isHeld,
    async release() {
      clearInterval(beat);
      if (await isHeld()) await rm(path, { force: true });
    },
  };
}

/** Removes a lock whose holder has ended. Returns false if the holder lives. */
async function removeStale(path: string, times: LockTimes): Promise<boolean> {
  const owner = await ownerOf(path);
  if (owner === null) await assertLock(path);
  const touchedMs = await touchedAt(path);
  if (touchedMs === null) return true;
  const hasEnded = owner !== null && owner.host === hostname() && !isAlive(owner.pid);
  if (!hasEnded) {
    if (Math.abs(Date.now() - touchedMs) <= times.staleMs) return false;
    if (await isTouched(path, touchedMs, times)) return false;
  }
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  // Between reading and renaming, another process may have removed it and taken a new one.
  const moved = await ownerOf(aside);
  if (moved?.token !== owner?.token) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
  return true;
}

/**
 * Whether the file is touched within one and a half beats. Its age alone proves nothing: a clock
 * may be wrong, and another machine has another clock.
 */
async function isTouched(path: string, beforeMs: number, { beatMs }: LockTimes): Promise<boolean> {
  const until = performance.now() + beatMs * 1.5;
  while (performance.now() < until) {
    await pause(beatMs / 20);
    if ((await touchedAt(path)) !== beforeMs) return true;
  }
  return false;
}

async function touchedAt(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? null;
}

async function ownerOf(path: string): Promise<Owner | null> {
  return ownerIn(await readFile(path, 'utf8').catch(() => ''));
}

function ownerIn(text: string): Owner | null {
  try {
    const { token, pid, host } = JSON.parse(text);
    const isOwner =
      typeof token === 'string' && typeof pid === 'number' && typeof host === 'string';
    return isOwner ? { token, pid, host } : null;
  } catch {
    return null;
  }
}

/**
 * Throws FileError `unsafe` for a file that is no lock. An empty file is one: its holder has not
 * written it yet, or a crash of the system emptied it.
 */
async function assertLock(path: string): Promise<void> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.replaceAll('\0', '') === '' || ownerIn(text) !== null) return;
  } catch (error) {
    if (UNREADABLE.has(codeOf(error) ?? '')) return;
  }
  throw new FileError('unsafe', `${path} must be a lock file, but something else is there`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
