import { open, rename, stat } from 'node:fs/promises';

/** The log file of PostgreSQL, from one start onward. */
interface ServerLog {
  /** The text written since this start, at most the last 16 KiB. */
  sinceOpened(): Promise<string>;
}

const ROTATE_AT_BYTES = 4 * 1024 * 1024;
const READ_LIMIT_BYTES = 16 * 1024;

/**
 * Opens the log for a start. A large file is renamed to `<path>.1`, which replaces the previous
 * one.
 */
export async function openServerLog(path: string): Promise<ServerLog> {
  let beginBytes = await sizeOf(path);
  if (beginBytes > ROTATE_AT_BYTES) {
    await rename(path, `${path}.1`);
    beginBytes = 0;
  }
  return { sinceOpened: () => readEnd(path, beginBytes) };
}

async function readEnd(path: string, beginBytes: number): Promise<string> {
  const sizeBytes = await sizeOf(path);
  const from = Math.max(beginBytes, sizeBytes - READ_LIMIT_BYTES);
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sizeBytes - from), 0, null, from);
    return buffer.toString('utf8', 0, bytesRead);
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
 * The embedded PostgreSQL cannot be created or started. The message is one line for the operator.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another process owns the data directory. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning';

  constructor(
    readonly dataDir: string,
    readonly pid: number,
  ) {
    super(`another modport (pid ${pid}) is running on ${dataDir}; stop it or set DATA_DIR`);
  }
}
