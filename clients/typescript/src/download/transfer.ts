import type { Client } from '../core/client.js';
import { IntegrityError, ProblemError, TransportError } from '../core/errors.js';
import { pause, RETRY_POLICY } from '../core/retry.js';
import { connectionError } from '../core/wire.js';
import { type Connection, headEtag, openConnection, Setback } from './connection.js';
import { type JobReport, reportComplete, resolveFallback, resolveTicket } from './resolve.js';
import type { Ticket } from './ticket.js';
import type {
  DownloadIds,
  DownloadOptions,
  DownloadProgress,
  Sink,
  VerifiedFile,
} from './types.js';

/** Connections in a row that bring no byte, before another store or the error. */
const FRUITLESS = 3;
/** The whole file is fetched at most so often. */
const ROUNDS = 2;

const ARTIFACT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Fetches a file into a sink and verifies size and SHA-256. The caller commits the sink afterwards.
 * Continues after every interruption while bytes arrive. Throws ProblemError, TransportError,
 * IntegrityError, the reason of the signal, and what the sink throws.
 */
export async function transfer(
  client: Client,
  artifactId: string,
  sink: Sink,
  options: DownloadOptions,
  remembered: DownloadIds | null,
): Promise<VerifiedFile> {
  if (!ARTIFACT_ID.test(artifactId)) throw new TypeError('an artifact id is a UUID');
  const run = await startRun(client, artifactId, sink, options, remembered);
  for (let round = 1; ; round += 1) {
    await receive(run);
    run.tell('verifying');
    const digest = await sink.digest(options.signal);
    const { sizeBytes, sha256, originalFilename } = run.ticket;
    if (digest === sha256) {
      await reportComplete(client, artifactId, run.ticket);
      return { artifactId, sizeBytes, sha256, originalFilename };
    }
    const canRepeat = (await sink.restart()) && round < ROUNDS;
    if (!canRepeat)
      throw new IntegrityError('digest', `the bytes of ${artifactId} are not as declared`);
    // The other store first: this one has just sent wrong bytes.
    if (!(await switchStore(run))) await renew(run);
  }
}

/** The state of one download. */
interface Run {
  readonly client: Client;
  readonly artifactId: string;
  readonly sink: Sink;
  readonly options: DownloadOptions;
  ticket: Ticket;
  /** Whether the second store is in use. */
  isFallback: boolean;
  /** The number of times that the client may still switch to the second store. */
  switchesLeft: number;
  tell(phase: DownloadProgress['phase']): void;
}

async function startRun(
  client: Client,
  artifactId: string,
  sink: Sink,
  options: DownloadOptions,
  remembered: DownloadIds | null,
): Promise<Run> {
  const told = { totalBytes: null as number | null };
  const tell: Run['tell'] = (phase) =>
    options.progress?.({ phase, receivedBytes: sink.size, totalBytes: told.totalBytes });
  tell('resolving');
  const progress = sink.size > 0 ? { progress: { bytesReceived: sink.size } } : {};
  const report = remembered === null ? null : { jobId: remembered.jobId, ...progress };
  const ticket = await resolveTicket(client, artifactId, report, resolveOptions(options, tell));
  const { sha256 } = options;
  if (sha256 !== undefined && sha256.toLowerCase() !== ticket.sha256) {
    throw new IntegrityError('digest', `${artifactId} is not the file with the expected SHA-256`);
  }
  told.totalBytes = ticket.sizeBytes;
  if (ticket.ids !== null) await sink.remember(ticket.ids);
  return {
    client,
    artifactId,
    sink,
    options,
    ticket,
    isFallback: false,
    switchesLeft: ROUNDS,
    tell,
  };
}

function resolveOptions({ signal, longestWaitMs = 600_000 }: DownloadOptions, tell: Run['tell']) {
  return { signal, longestWaitMs, onWait: () => tell('waiting') };
}

/** Fetches until the sink has all bytes. */
async function receive(run: Run): Promise<void> {
  const { sink, options } = run;
  if (sink.size > run.ticket.sizeBytes && !(await sink.restart())) {
    throw new IntegrityError('size', 'more bytes are stored than the file has');
  }
  let fruitless = 0;
  while (sink.size < run.ticket.sizeBytes) {
    const before = sink.size;
    try {
      if (performance.now() >= run.ticket.refreshAtMs) await renew(run);
      await pull(run);
    } catch (error) {
      if (!(error instanceof Setback)) throw error;
      fruitless = sink.size > before ? 1 : fruitless + 1;
      if (fruitless >= FRUITLESS) {
        if (!(await switchStore(run))) throw error.reason;
        fruitless = 0;
        continue;
      }
      await recover(run, error, fruitless, options.signal);
    }
  }
}

/** Waits as asked, and renews what the refusal says is old. */
async function recover(run: Run, setback: Setback, attempt: number, signal?: AbortSignal) {
  const jitterMs = RETRY_POLICY.baseMs * 2 ** (attempt - 1) * Math.random();
  // The first interruption after some bytes needs no wait.
  const waitMs = attempt === 1 && setback.waitMs === 0 ? 0 : setback.waitMs + jitterMs;
  if (waitMs > 0) await pause(waitMs, signal);
  if (setback.remedy === 'retry') return;
  await renew(run);
  // The store has another validator than the service knows; HEAD tells it.
  if (setback.remedy === 'validate') run.ticket = { ...run.ticket, etag: null };
}

/** Opens one connection and stores what it brings. Throws Setback if it ends early. */
async function pull(run: Run): Promise<void> {
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

/** Stores at most the missing bytes. A body from the beginning is skipped up to the first of them. */
async function store(run: Run, { response, start, idle }: Connection): Promise<void> {
  const { sink, ticket, options } = run;
  const reader = response.body?.getReader();
  let at = start;
  try {
    while (sink.size < ticket.sizeBytes) {
      const chunk = await readChunk(reader, options.signal);
      if (chunk === null) {
        throw new Setback(new TransportError('the connection ended before the file did'), 'retry');
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
    throw failed instanceof TransportError ? new Setback(failed, 'retry') : failed;
  }
}

/** Resolves again with the same job. Another digest means another file: it begins again. */
async function renew(run: Run): Promise<void> {
  const { client, artifactId, sink, options, ticket } = run;
  const next = await resolveTicket(
    client,
    artifactId,
    reportOf(run),
    resolveOptions(options, run.tell),
  );
  const isSame = next.sha256 === ticket.sha256 && next.sizeBytes === ticket.sizeBytes;
  if (!isSame) throw new IntegrityError('digest', `the service changed the file ${artifactId}`);
  if (next.ids !== null) await sink.remember(next.ids);
  run.ticket = next;
  run.isFallback = false;
}

function reportOf({ ticket, sink, isFallback }: Run): JobReport | null {
  if (ticket.ids === null) return null;
  const { jobId } = ticket.ids;
  // A report never falls, and says nothing while no byte is there.
  if (sink.size === 0 || sink.size < ticket.reportedBytes) return { jobId };
  const progress = { bytesReceived: sink.size, provider: ticket.provider };
  return { jobId, progress, ...(isFallback ? {} : { etag: ticket.etag }) };
}

/** Goes on with the second store. Returns false if it does not exist or is in use already. */
async function switchStore(run: Run): Promise<boolean> {
  const { client, artifactId, ticket, options } = run;
  const { ids } = ticket;
  if (run.isFallback || run.switchesLeft === 0 || !ticket.hasFallback || ids === null) return false;
  run.switchesLeft -= 1;
  try {
    run.ticket = await resolveFallback(client, artifactId, { ...ticket, ids }, options.signal);
    run.isFallback = true;
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}
