import { basename, resolve } from 'node:path';
import type { Client } from '../core/client.js';
import { FileError } from '../core/errors.js';
import type { Schema } from '../core/operations.js';
import { pause } from '../core/retry.js';
import { lockOfFile } from './lock-of-file.js';
import { type Completion, readSession, sendFile, type UploadSession } from './upload-send.js';
import { type Declaration, openSession, type Upload } from './upload-session.js';
import { openSource } from './upload-source.js';
import { removeState } from './upload-state.js';

/**
 * The version that gets the file, and the description of the file. Size and digest are computed
 * from the file.
 */
export interface UploadTarget
  extends Omit<
    Schema<'UploadInput'>,
    'filename' | 'sizeBytes' | 'expectedHashes' | 'expectedSha256'
  > {
  /** The name that readers see; the name of the local file by default. */
  readonly filename?: string;
}

/** The progress of an upload. */
export interface UploadProgress {
  readonly phase: 'hashing' | 'sending' | 'completing' | 'scanning';
  /**
   * The bytes that this call has digested or sent. Begins again with `sending`. Bytes that are sent
   * twice count twice, up to the total.
   */
  readonly doneBytes: number;
  /** Null while hashing. */
  readonly totalBytes: number | null;
}

/** Settings of an upload. */
export interface UploadOptions {
  readonly progress?: (progress: UploadProgress) => void;
  /** Cancels the work here. The session stays: the next call continues it. */
  readonly signal?: AbortSignal;
  /** The file that keeps the key of the session; `<file>.modport-upload.json` by default. */
  readonly stateFile?: string;
  /**
   * The longest time to wait for the scan, in milliseconds; 1,800,000 by default. After it, the
   * call returns the session as it is. With 0, it returns right after the completion.
   */
  readonly longestWaitMs?: number;
  /**
   * The longest time without a byte before a connection counts as broken, in milliseconds; 60,000
   * by default.
   */
  readonly idleTimeoutMs?: number;
}

/** The states that only a person can still change. */
const SETTLED = new Set(['ready', 'published', 'failed', 'quarantined', 'cancelled']);
const SETTLED_JOBS = new Set(['succeeded', 'rejected', 'failed', 'cancelled']);
const SHORTEST_POLL_MS = 250;
const LONGEST_POLL_MS = 5_000;

/**
 * Sends a file and waits for its scan (section 4.4 of `docs/contract`). Returns the session, also
 * of a refused file: see `lifecycleStatus`, `failure` and `findings`. A call with the same file and
 * target continues an interrupted upload.
 * Throws ProblemError, TransportError, IntegrityError, and the reason of the signal. Throws the
 * system's error for a file that cannot be read or a state file that cannot be written. Throws
 * FileError: `changed` for a file that changes meanwhile, `busy` if another upload uses the state
 * file, `disk_full`, `unsafe`.
 */
export async function upload(
  client: Client,
  file: string,
  target: UploadTarget,
  options: UploadOptions = {},
): Promise<UploadSession> {
  const path = resolve(file);
  const stateFile = resolve(options.stateFile ?? `${path}.modport-upload.json`);
  const lock = await lockOfFile(stateFile, 0);
  if (lock === null) throw new FileError('busy', `another process sends ${path}`);
  try {
    let hashed = 0;
    const source = await openSource(
      path,
      (count) => {
        hashed += count;
        options.progress?.({ phase: 'hashing', doneBytes: hashed, totalBytes: null });
      },
      options.signal,
    );
    try {
      const filename = target.filename ?? basename(path);
      const run: Run = { client, source, stateFile, options, signal: options.signal };
      return await sendSource(run, { ...target, filename });
    } finally {
      await source.close();
    }
  } finally {
    await lock.release();
  }
}

/** One upload with the settings of the caller. */
interface Run extends Upload {
  readonly options: UploadOptions;
}

async function sendSource(
  upload: Run,
  target: UploadTarget & { readonly filename: string },
): Promise<UploadSession> {
  const { client, source, stateFile, options } = upload;
  const { sizeBytes, sha256 } = source;
  const declaration: Declaration = { ...target, sizeBytes, expectedHashes: { sha256 } };
  const session = await openSession(upload, declaration);
  const { uploadId, key, instructions } = session;
  if (instructions !== null) {
    let sent = 0;
    const completion = await sendFile(
      {
        client,
        uploadId,
        source,
        signal: options.signal,
        idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
        renew: session.renew,
        onBytes: (count) => {
          sent = Math.min(sizeBytes, sent + count);
          options.progress?.({ phase: 'sending', doneBytes: sent, totalBytes: sizeBytes });
        },
      },
      instructions,
    );
    await complete(upload, uploadId, key, completion);
  }
  const settled = await waitForScan(upload, uploadId);
  if (isSettled(settled)) await removeState(stateFile);
  return settled;
}

async function complete(
  { client, source, options }: Run,
  uploadId: string,
  key: string,
  body: Completion,
): Promise<void> {
  const total = source.sizeBytes;
  options.progress?.({ phase: 'completing', doneBytes: total, totalBytes: total });
  await client.post('/uploads/{upload_id}/complete', {
    params: { path: { upload_id: uploadId } },
    body,
    // Without parts the key is a new one. An earlier run may have named the parts under the stored
    // key before the store joined them, and a key belongs to one body. The service completes an
    // upload once, with any keys.
    ...(body.parts === undefined ? {} : { idempotencyKey: key }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

/** Polls until the scan has ended or the time is over; returns the session as it is then. */
async function waitForScan(upload: Run, uploadId: string): Promise<UploadSession> {
  const { client, options, source } = upload;
  const until = performance.now() + (options.longestWaitMs ?? 1_800_000);
  for (let delayMs = SHORTEST_POLL_MS; ; delayMs = Math.min(LONGEST_POLL_MS, delayMs * 1.5)) {
    const session = await readSession(client, uploadId, options.signal);
    if (isSettled(session) || performance.now() >= until) return session;
    const total = source.sizeBytes;
    options.progress?.({ phase: 'scanning', doneBytes: total, totalBytes: total });
    await pause(delayMs, options.signal);
  }
}

/** A state of a later release counts as settled if its job has ended. */
function isSettled({ lifecycleStatus, job }: UploadSession): boolean {
  return SETTLED.has(lifecycleStatus) || (job !== null && SETTLED_JOBS.has(job.status));
}
