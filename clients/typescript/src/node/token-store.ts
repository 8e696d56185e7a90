import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { FileError } from '../core/errors.js';
import type { Tokens } from './authority.js';
import { whileInUse, writeAtomically } from './files.js';
import { lockOfFile } from './lock-of-file.js';
import { codeOf } from './system-error.js';

/** The place that keeps the tokens of one sign-in between runs. */
export interface TokenStore {
  /** The stored tokens, or null. */
  read(): Promise<Tokens | null>;
  /** Replaces the stored tokens. Null removes them. */
  write(tokens: Tokens | null): Promise<void>;
  /**
   * Runs the work alone: other calls of `locked` wait, also those of other processes. `write`
   * outside of `locked` does not wait. Throws FileError `busy` after too long a wait, and the
   * reason of the signal.
   */
  locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

const LOCK_TIMEOUT_MS = 60_000;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/**
 * Keeps tokens in a file of mode 0600, in a folder of mode 0700 that it creates. An existing folder
 * keeps its mode. A damaged file counts as no tokens. Throws FileError `unsafe` if:
 * - the folder belongs to another user than this one and root, or others can write to it; without
 *   the file, `read` does not check this
 * - `read` finds that the file is a link, or belongs to another user
 */
export function fileTokenStore(path: string): TokenStore {
  const file = resolve(path);
  return {
    read: () =>
      whileInUse(async () => {
        if (!(await isPresent(file))) return null;
        await assertOwnFolder(dirname(file));
        return readTokens(file);
      }),
    async write(tokens) {
      await ownFolder(dirname(file));
      if (tokens === null) await rm(file, { force: true });
      else await writeAtomically(file, `${JSON.stringify(tokens, null, 2)}\n`, 0o600);
    },
    async locked(work, signal) {
      await ownFolder(dirname(file));
      const lock = await lockOfFile(file, LOCK_TIMEOUT_MS, signal);
      if (lock === null) throw new FileError('busy', 'another process has locked the token file');
      try {
        return await work();
      } finally {
        await lock.release();
      }
    },
  };
}

/** Creates the folder for this user alone. An existing one keeps its mode. */
async function ownFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await assertOwnFolder(path);
}

/**
 * Throws FileError `unsafe` if users other than root could replace the files of a folder. The path
 * may be a link of this user or of root. Windows has no such modes.
 */
async function assertOwnFolder(path: string): Promise<void> {
  const entry = await lstat(path);
  const folder = await stat(path);
  const trusted = new Set([0, process.getuid?.()]);
  const isOwn = process.getuid === undefined || (trusted.has(entry.uid) && trusted.has(folder.uid));
  const isShared = process.platform !== 'win32' && (folder.mode & OTHERS_WRITE) !== 0;
  if (isOwn && !isShared) return;
  const remedy = isOwn ? `chmod go-w ${path}` : 'work as its owner, or delete it';
  const reason = `${path} is not a folder to which only this user can write (${remedy})`;
  throw new FileError('unsafe', reason);
}

/** Whether there is an entry at a path, which may be a link without a target. */
async function isPresent(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function readTokens(path: string): Promise<Tokens | null> {
  const text = await readOwn(path);
  if (text === null) return null;
  try {
    return tokensIn(JSON.parse(text));
  } catch {
    // A damaged file is like none: the person signs in again.
    return null;
  }
}

/** Reads a file of this user; takes the rights of other users away. */
async function readOwn(path: string): Promise<string | null> {
  try {
    const status = await lstat(path);
    const isOwn = process.getuid === undefined || status.uid === process.getuid();
    if (!status.isFile() || !isOwn)
      throw new FileError('unsafe', `${path} is not a file of this user (delete it)`);
    if (process.platform !== 'win32' && (status.mode & OTHERS) !== 0) await chmod(path, 0o600);
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function tokensIn(value: Partial<Record<keyof Tokens, unknown>> | null): Tokens | null {
  const { issuer, clientId, accessToken, refreshToken = null, expiresAt, scope = '' } = value ?? {};
  const isComplete =
    typeof issuer === 'string' &&
    typeof clientId === 'string' &&
    typeof accessToken === 'string' &&
    (refreshToken === null || typeof refreshToken === 'string') &&
    typeof expiresAt === 'number' &&
    typeof scope === 'string';
  return isComplete ? { issuer, clientId, accessToken, refreshToken, expiresAt, scope } : null;
}
