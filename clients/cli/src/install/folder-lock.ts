import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, waitForLock } from '@modport/client';
import { Failure, failure } from '../failure.js';
import { errnoText, isErrno } from '../file-errors.js';
import { texts } from '../language.js';
import { STAGING } from './names.js';

/** The name of the lock in the staging folder. */
const LOCK = 'lock';
const LOCK_NAME = /^lock(?:\.[0-9a-f-]{36})?$/;
/**
 * The time to wait for another process. If the holder of the lock was a process of this machine and
 * has ended, no wait is needed.
 */
const WAIT_MS = 5000;
/** The time between checks that no other process has taken the lock. */
const CHECK_MS = 5000;

/** A folder that this process alone may change. */
export interface LockedFolder {
  /** The path without symbolic links. */
  readonly path: string;
  /** The folder inside it for downloads that are not in their places yet. */
  readonly staging: string;
  /**
   * Aborts if the signal of the command does, and with `lock_lost` if this process no longer holds
   * the lock.
   */
  readonly signal: AbortSignal;
}

/**
 * Runs `work` while no other modport changes the folder. Creates the folder if it does not exist.
 * Throws `folder_busy` if another process works there for longer than `WAIT_MS`, `folder_unusable`
 * if the folder cannot be created or locked, and the errors of `work`. The end of `signal` aborts
 * the wait and `LockedFolder.signal`; only `work` itself can stop its own steps.
 */
export async function withFolder<T>(
  path: string,
  signal: AbortSignal,
  work: (folder: LockedFolder) => Promise<T>,
): Promise<T> {
  const folder = await prepare(path);
  const lock = await take(folder, signal);
  const lost = new AbortController();
  const check = setInterval(async () => {
    if (!(await lock.isHeld())) lost.abort(failure('lock_lost', { folder: path }));
  }, CHECK_MS);
  try {
    const both = AbortSignal.any([signal, lost.signal]);
    return await work({ path: folder, staging: join(folder, STAGING), signal: both });
  } finally {
    clearInterval(check);
    await lock.release();
  }
}

/**
 * Whether a file of the staging folder is the lock or a draft of it. Such a file must stay: a
 * waiting process needs its draft. The next holder of the lock removes the drafts of killed
 * processes.
 */
export function isOfLock(name: string): boolean {
  return LOCK_NAME.test(name);
}

async function take(folder: string, signal: AbortSignal): Promise<FileLock> {
  const lock = await waitForLock(join(folder, STAGING, LOCK), WAIT_MS, signal).catch((error) => {
    signal.throwIfAborted();
    throw failure('folder_unusable', { folder, reason: errnoText(error) });
  });
  if (lock === null) throw failure('folder_busy', { folder });
  return lock;
}

async function prepare(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true });
    const folder = await realpath(path);
    await prepareStaging(join(folder, STAGING));
    return folder;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw failure('folder_unusable', { folder: path, reason: errnoText(error) });
  }
}

/**
 * Creates the staging folder. Throws `folder_unusable` for a link in its place, which would move
 * downloads out of the folder.
 */
async function prepareStaging(staging: string): Promise<void> {
  await mkdir(staging).catch((error) => {
    if (!isErrno(error, 'EEXIST')) throw error;
  });
  if (!(await lstat(staging)).isDirectory()) {
    throw failure('folder_unusable', { folder: staging, reason: NO_FOLDER });
  }
}

const NO_FOLDER = texts({
  en: 'it is a link or a file, not a folder. Move it away, and run the command again.',
  de: 'es ist eine Verknüpfung oder Datei, kein Ordner. Verschieben und den Befehl noch einmal ausführen.',
  ru: 'это ссылка или файл, а не папка. Переместите и повторите команду.',
});
