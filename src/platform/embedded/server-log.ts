import { open, stat, truncate, writeFile } from 'node:fs/promises';
import type { Log } from '../log.js';

/** The log file of PostgreSQL, from one start onward. */
export interface ServerLog {
  /** The text written since this start, at most its last bytes; 16 KiB by default. */
  sinceOpened(mostBytes?: number): Promise<string>;
}

/** The size that makes the log rotate, and how often a running server is checked. */
export interface LogLimit {
  readonly bytes: number;
  readonly checkSeconds: number;
}

const MIB = 1024 * 1024;
const LIMIT: LogLimit = { bytes: 4 * MIB, checkSeconds: 30 };
const READ_LIMIT_BYTES = 16 * 1024;

/** Begins the log of a start: rotates a large file, and notes its size. */
export async function beginServerLog(path: string, limit = LIMIT): Promise<ServerLog> {
  await rotate(path, limit.bytes);
  const beginBytes = await sizeOf(path);
  return {
    sinceOpened: async (mostBytes = READ_LIMIT_BYTES) =>
      (await readEnd(path, beginBytes, mostBytes)).toString(),
  };
}

/** Rotates the log of a running server regularly. Returns a function that ends it. */
export function keepLogSmall(path: string, log: Log, limit = LIMIT): () => void {
  const check = () =>
    rotate(path, limit.bytes).catch((err: unknown) =>
      log.warn({ part: 'postgres', err }, 'postgres.log could not be rotated'),
    );
  const timer = setInterval(() => void check(), limit.checkSeconds * 1000).unref();
  return () => clearInterval(timer);
}

/**
 * Moves the end of a large log to `<path>.1`, which replaces the previous one. The server keeps the
 * file open and appends to it, so the file stays and is emptied. Lines that arrive in between are
 * lost.
 */
async function rotate(path: string, bytes: number): Promise<void> {
  if ((await sizeOf(path)) <= bytes) return;
  await writeFile(`${path}.1`, await readEnd(path, 0, bytes), { mode: 0o600 });
  await truncate(path);
}

/** The end of a file, from a place on; all of it if the file became shorter. */
async function readEnd(path: string, beginBytes: number, mostBytes: number): Promise<Buffer> {
  const sizeBytes = await sizeOf(path);
  const from = Math.max(beginBytes > sizeBytes ? 0 : beginBytes, sizeBytes - mostBytes);
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sizeBytes - from), 0, null, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

/**
 * Adds the SQLSTATE (`%e`) to the start of each line, after the time and the pid. The text of a
 * message depends on the release and the language.
 */
export const LINE_PREFIX = '%m [%p] %e ';
const FATAL_LINE = /\[(\d+)\] (\w{5}) FATAL: +(.*)$/;

/** An error that ended a process of the server. */
interface FatalError {
  /** The SQLSTATE. */
  readonly code: string;
  readonly reason: string;
  /** Whether it ended the server before the server had started another process. */
  readonly isOfServer: boolean;
}

/**
 * The fatal errors of the log of one start with that prefix, the oldest first. `isOfServer` needs
 * the log from its first line on.
 */
export function fatalErrorsOf(log: string): FatalError[] {
  const [, server] = /\[(\d+)\]/.exec(log) ?? [];
  return log.split('\n').flatMap((line) => {
    const [, pid, code, reason = ''] = FATAL_LINE.exec(line) ?? [];
    if (code === undefined) return [];
    return { code, reason: reason.trim(), isOfServer: pid === server };
  });
}
