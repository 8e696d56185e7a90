import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasSystemCode } from './error-code.js';
import { makeFolder } from './folders.js';

const KEY_BYTES = 32;

/** The keys of the key file and of the file of former keys. */
export interface KeyFileState {
  readonly present: Uint8Array;
  /** The newest first. */
  readonly former: readonly Uint8Array[];
}

const presentPath = (dataDir: string) => join(dataDir, 'encryption.key');
const formerPath = (dataDir: string) => join(dataDir, 'encryption.key.previous');

/** Creates the key file of a data directory unless it exists. Never replaces one. */
export async function makeKeyFile(dataDir: string): Promise<void> {
  const file = presentPath(dataDir);
  if (stampOf(dataDir) !== '') return;
  await makeFolder(dataDir, 0o711);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, linesOf([randomBytes(KEY_BYTES)]), { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link cannot replace a key that another process has just created.
    await link(draft, file);
  } catch (error) {
    if (!hasSystemCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dataDir);
}

/** Whether a data directory has a key file. */
export function hasKeyFile(dataDir: string): boolean {
  return stampOfFile(presentPath(dataDir)) !== '';
}

/** Reads the keys of a data directory. Throws if the key file is missing or damaged. */
export function readKeyFile(dataDir: string): KeyFileState {
  const [present, ...more] = readKeys(presentPath(dataDir));
  if (!present || more.length > 0) {
    throw new Error(`${presentPath(dataDir)} does not hold a key of 32 bytes`);
  }
  return { present, former: hasFormer(dataDir) ? readKeys(formerPath(dataDir)) : [] };
}

/**
 * Creates a new present key; the old one becomes the newest former key. Only one process may call
 * it at a time. It writes the former keys first: a crash in between leaves the present key in both
 * files, which is harmless.
 */
export async function rotateKeyFile(dataDir: string): Promise<void> {
  const { present, former } = readKeyFile(dataDir);
  const others = former.filter((key) => !Buffer.from(key).equals(present));
  await replace(formerPath(dataDir), linesOf([present, ...others]));
  await replace(presentPath(dataDir), linesOf([randomBytes(KEY_BYTES)]));
}

/**
 * Keeps only these former keys, and removes their file if the list is empty. Only one process may
 * call it at a time.
 */
export async function keepFormerKeys(
  dataDir: string,
  former: readonly Uint8Array[],
): Promise<void> {
  if (former.length > 0) return replace(formerPath(dataDir), linesOf(former));
  await rm(formerPath(dataDir), { force: true });
  await syncFolder(dataDir);
}

/** A text that changes whenever one of the two files is replaced; empty if there is no key file. */
export function stampOf(dataDir: string): string {
  const present = stampOfFile(presentPath(dataDir));
  const former = stampOfFile(formerPath(dataDir));
  return present === '' ? '' : `${present} ${former}`;
}

function stampOfFile(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : '';
}

function hasFormer(dataDir: string): boolean {
  return stampOfFile(formerPath(dataDir)) !== '';
}

function readKeys(path: string): Uint8Array[] {
  const lines = readFileSync(path, 'utf8').trim().split(/\s+/);
  return lines.map((line) => {
    const key = Buffer.from(line, 'base64url');
    if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of 32 bytes`);
    return new Uint8Array(key);
  });
}

/** The text of a file with these keys: one a line, in base64url. */
export function linesOf(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString('base64url')}\n`).join('');
}

async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, path);
  await syncFolder(join(path, '..'));
}

/** Syncs a folder, so that its names survive a power failure. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
