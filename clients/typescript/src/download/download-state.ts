import type { Client } from '../core/client.js';
import { IntegrityError, ProblemError } from '../core/errors.js';
import { type JobReport, resolveFallback, resolveTicket } from './resolve.js';
import type { Ticket } from './ticket.js';
import type { DownloadIds, DownloadOptions, DownloadProgress, Sink } from './types.js';

/** The most switches to the second store in one download. */
const SWITCHES = 2;

/** The state of one download. */
export interface DownloadRun {
  readonly client: Client;
  readonly artifactId: string;
  readonly sink: Sink;
  readonly options: DownloadOptions;
  ticket: Ticket;
  /** Whether the second store is in use. */
  isFallback: boolean;
  /** The number of times that the client may still switch to the second store. */
  switchesLeft: number;
  /** Reports the progress to the caller. */
  tell(phase: DownloadProgress['phase']): void;
}

/**
 * Resolves a download for the first time, with the remembered job if there is one, and keeps the
 * ids in the sink. Throws IntegrityError for another digest than expected, and the errors of
 * `resolveTicket`.
 */
export async function startRun(
  client: Client,
  artifactId: string,
  sink: Sink,
  options: DownloadOptions,
  remembered: DownloadIds | null,
): Promise<DownloadRun> {
  const reported = { totalBytes: null as number | null };
  const tell: DownloadRun['tell'] = (phase) =>
    options.progress?.({ phase, receivedBytes: sink.size, totalBytes: reported.totalBytes });
  tell('resolving');
  const progress = sink.size > 0 ? { progress: { bytesReceived: sink.size } } : {};
  const report = remembered === null ? null : { jobId: remembered.jobId, ...progress };
  const ticket = await resolveTicket(client, artifactId, report, resolveOptions(options, tell));
  const { sha256 } = options;
  if (sha256 !== undefined && sha256.toLowerCase() !== ticket.sha256) {
    throw new IntegrityError('digest', `${artifactId} is not the file with the expected SHA-256`);
  }
  reported.totalBytes = ticket.sizeBytes;
  if (ticket.ids !== null) await sink.remember(ticket.ids);
  return {
    client,
    artifactId,
    sink,
    options,
    ticket,
    isFallback: false,
    switchesLeft: SWITCHES,
    tell,
  };
}

function resolveOptions(
  { signal, longestWaitMs = 600_000 }: DownloadOptions,
  tell: DownloadRun['tell'],
) {
  return { signal, longestWaitMs, onWait: () => tell('waiting') };
}

/**
 * Resolves again with the same job, and returns to the first store. Throws IntegrityError if the
 * service now declares another digest or size.
 */
export async function renew(run: DownloadRun): Promise<void> {
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

function reportOf({ ticket, sink, isFallback }: DownloadRun): JobReport | null {
  if (ticket.ids === null) return null;
  const { jobId } = ticket.ids;
  // A report never falls, and says nothing while no byte is there.
  if (sink.size === 0 || sink.size < ticket.reportedBytes) return { jobId };
  const progress = { bytesReceived: sink.size, provider: ticket.provider };
  return { jobId, progress, ...(isFallback ? {} : { etag: ticket.etag }) };
}

/**
 * Continues with the second store. Returns false if no second store exists, if it refuses or is in
 * use already, and after `SWITCHES` switches.
 */
export async function switchStore(run: DownloadRun): Promise<boolean> {
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
