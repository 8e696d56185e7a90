import type { Client } from '../core/client.js';
import { IntegrityError, TransportError } from '../core/errors.js';
import { pause, RETRY_POLICY } from '../core/retry.js';
import { connectionError } from '../core/wire.js';
import { type Connection, ConnectionFailure, headEtag, openConnection } from './connection.js';
import { type DownloadRun, renew, startRun, switchStore } from './download-state.js';
import { reportComplete } from './resolve.js';
import type { DownloadIds, DownloadOptions, Sink, VerifiedFile } from './types.js';

/**
 * The number of broken connections in a row after which the download switches to the other store,
 * or else fails. A connection that brought bytes starts the count again.
 */
const FRUITLESS = 3;
/** A connection that brings fewer bytes is thin. */
const THIN_BYTES = 4096;
/**
 * The number of thin connections in a row after which the download fails: the cause is an attack or
 * a broken path.
 */
const THIN = 100;
/** The most times that the whole file is fetched, if its digest is wrong. */
const ROUNDS = 2;

const ARTIFACT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A verified file in a sink. */
export interface Transferred {
  readonly file: VerifiedFile;
  /** Tells the service that all bytes have arrived, so that it frees the slot. Never throws. */
  readonly report: () => Promise<void>;
}

/**
 * Fetches a file into a sink and verifies size and SHA-256. The caller then commits the sink, and
 * calls `report`. Continues after interruptions as long as bytes arrive. `remembered` has the ids
 * of an earlier run, or is null. Throws ProblemError, TransportError, IntegrityError, the reason of
 * the signal, the errors of the sink, and TypeError for an id that is no UUID.
 */
export async function transfer(
  client: Client,
  artifactId: string,
  sink: Sink,
  options: DownloadOptions,
  remembered: DownloadIds | null,
): Promise<Transferred> {
  if (!ARTIFACT_ID.test(artifactId)) throw new TypeError('artifactId must be a UUID');
  const run = await startRun(client, artifactId, sink, options, remembered);
  for (let round = 1; ; round += 1) {
    await receive(run);
    run.tell('verifying');
    const digest = await sink.digest(options.signal);
    const { sizeBytes, sha256, originalFilename } = run.ticket;
    if (digest === sha256) {
      const report = () => reportComplete(client, artifactId, run.ticket);
      return { file: { artifactId, sizeBytes, sha256, originalFilename }, report };
    }
    const canRepeat = (await sink.restart()) && round < ROUNDS;
    if (!canRepeat)
      throw new IntegrityError('digest', `the bytes of ${artifactId} are not as declared`);
    // The other store first: this one has just sent wrong bytes.
    if (!(await switchStore(run))) await renew(run);
  }
}

/** Fetches until the sink has all bytes. */
async function receive(run: DownloadRun): Promise<void> {
  const { sink, options } = run;
  if (sink.size > run.ticket.sizeBytes && !(await sink.restart())) {
    throw new IntegrityError('size', 'the partial file is larger than the file');
  }
  let fruitless = 0;
  let thin = 0;
  while (sink.size < run.ticket.sizeBytes) {
    const before = sink.size;
    try {
      if (performance.now() >= run.ticket.refreshAtMs) await renew(run);
      await pull(run);
    } catch (error) {
      if (!(error instanceof ConnectionFailure)) throw error;
      fruitless = sink.size > before ? 1 : fruitless + 1;
      thin = sink.size - before < THIN_BYTES ? thin + 1 : 0;
      if (thin >= THIN) throw error.reason;
      if (fruitless >= FRUITLESS) {
        if (!(await switchStore(run))) throw error.reason;
        fruitless = 0;
        continue;
      }
      await recover(run, error, fruitless, options.signal);
    }
  }
}

/** Waits before the next connection, and renews the ticket unless the remedy is `retry`. */
async function recover(
  run: DownloadRun,
  failure: ConnectionFailure,
  attempt: number,
  signal?: AbortSignal,
) {
  const jitterMs = RETRY_POLICY.baseMs * 2 ** (attempt - 1) * Math.random();
  // The first interruption after some bytes needs no wait.
  const waitMs = attempt === 1 && failure.waitMs === 0 ? 0 : failure.waitMs + jitterMs;
  if (waitMs > 0) await pause(waitMs, signal);
  if (failure.remedy === 'retry') return;
  await renew(run);
  // The store has another validator than the service knows. A HEAD request will read it.
  if (failure.remedy === 'validate') run.ticket = { ...run.ticket, etag: null };
}

/** Opens one connection and stores its bytes. Throws ConnectionFailure if it ends early. */
async function pull(run: DownloadRun): Promise<void> {
  const { client, sink, options } = run;
  const limits = { signal: options.signal, idleTimeoutMs: options.idleTimeoutMs ?? 30_000 };
  options.signal?.throwIfAborted();
  if (sink.size > 0 && !run.ticket.supportsRange && !(await sink.restart())) {
    throw new TransportError('the provider cannot continue a download');
  }
  if (sink.size > 0 && run.ticket.etag === null && run.ticket.supportsConditions) {
    run.ticket = { ...run.ticket, etag: await headEtag(client, run.ticket, limits) };
  }
  const connection = await openConnection(client, run.ticket, sink.size, limits);
  if (run.ticket.etag === null) run.ticket = { ...run.ticket, etag: connection.etag };
  try {
    await store(run, connection);
  } finally {
    connection.idle.release();
  }
}

/**
 * Stores at most the missing bytes. A body from the beginning is skipped up to the first of them.
 */
async function store(run: DownloadRun, { response, start, idle }: Connection): Promise<void> {
  const { sink, ticket, options } = run;
  const reader = response.body?.getReader();
  let at = start;
  try {
    while (sink.size < ticket.sizeBytes) {
      const chunk = await readChunk(reader, options.signal);
      if (chunk === null) {
        throw new ConnectionFailure(
          new TransportError('the connection ended before the file did'),
          'retry',
        );
      }
      idle.restart();
      const missing = chunk.subarray(Math.max(0, sink.size - at));
      at += chunk.length;
      const bytes = missing.subarray(0, ticket.sizeBytes - sink.size);
      if (bytes.length === 0) continue;
      await sink.write(bytes);
      run.tell('receiving');
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | null> {
  try {
    const result = await reader?.read();
    return result?.value ?? null;
  } catch (error) {
    const failed = connectionError(error, 'the transfer', signal);
    throw failed instanceof TransportError ? new ConnectionFailure(failed, 'retry') : failed;
  }
}
