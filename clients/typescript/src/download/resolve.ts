import type { Client } from '../core/client.js';
import { ProblemError } from '../core/errors.js';
import { pause } from '../core/retry.js';
import type { CallOptions } from '../core/transport.js';
import { fallbackTicketOf, type Ticket, ticketOf } from './ticket.js';
import type { DownloadIds } from './types.js';

/**
 * The report of an unfinished download job. With it, the service continues that job and starts no
 * second one.
 */
export interface JobReport {
  readonly jobId: string;
  readonly etag?: string | null;
  /** Absent until the first byte has arrived. */
  readonly progress?: { readonly bytesReceived: number; readonly provider?: string };
}

/** Settings of a resolution. */
export interface ResolveOptions {
  readonly signal: AbortSignal | undefined;
  readonly longestWaitMs: number;
  /** Called before each wait. */
  readonly onWait: () => void;
}

/** Codes of problems after which the download continues with a new job. */
const LOST = new Set([
  'download_session_expired',
  'download_session_not_found',
  'invalid_input',
  'not_found',
]);

/**
 * Resolves a download. If the service has no free slot or quota, waits as long as it says, and at
 * most `longestWaitMs` in all. A new job replaces one that the service does not know any more, or
 * whose report it refuses. Throws ProblemError, also after too long a wait, TransportError,
 * IntegrityError and the reason of the signal.
 */
export async function resolveTicket(
  client: Client,
  artifactId: string,
  report: JobReport | null,
  options: ResolveOptions,
): Promise<Ticket> {
  let current = report;
  let waitedMs = 0;
  for (;;) {
    try {
      return await resolveOnce(client, artifactId, current, options.signal);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const waitMs = (error.retryAfterSeconds ?? 1) * 1000;
      const jobId = error.downloadJob?.['id'];
      if (error.code === 'download_rate_limited' && waitedMs + waitMs <= options.longestWaitMs) {
        options.onWait();
        await pause(waitMs, options.signal);
        waitedMs += waitMs;
        if (typeof jobId === 'string') current = { ...current, jobId };
      } else if (current !== null && LOST.has(error.code ?? '')) current = null;
      else throw error;
    }
  }
}

async function resolveOnce(
  client: Client,
  artifactId: string,
  report: JobReport | null,
  signal: AbortSignal | undefined,
  limits: CallOptions = {},
): Promise<Ticket> {
  // Counted from before the request, so that a slow response makes the address older, not younger.
  const sentAtMs = performance.now();
  const { body } = await client.post('/downloads/{artifact_id}/resolve', {
    params: { path: { artifact_id: artifactId } },
    body: report === null ? {} : { download_job: jobOf(report) },
    // The next request names the job that the response tells (section 4.2 of `docs/contract`).
    final: ['download_rate_limited'],
    ...limits,
    ...(signal === undefined ? {} : { signal }),
  });
  return ticketOf(body.data, client.baseUrl, sentAtMs);
}

function jobOf({ jobId, etag, progress }: JobReport) {
  const provider = progress?.provider;
  return {
    id: jobId,
    ...(etag === undefined || etag === null ? {} : { etag }),
    ...(progress === undefined
      ? {}
      : {
          progress: {
            bytes_received: progress.bytesReceived,
            ...(provider === undefined ? {} : { provider }),
          },
        }),
  };
}

/**
 * Gets the ticket of the second store (section 4.2 of `docs/contract`). Throws ProblemError if the
 * file has no copy there, and IntegrityError if the copy is another file.
 */
export async function resolveFallback(
  client: Client,
  artifactId: string,
  first: Ticket & { readonly ids: DownloadIds },
  signal: AbortSignal | undefined,
): Promise<Ticket> {
  const sentAtMs = performance.now();
  const { body } = await client.post('/downloads/{artifact_id}/fallback', {
    params: { path: { artifact_id: artifactId } },
    body: { downloadSessionId: first.ids.sessionId },
    ...(signal === undefined ? {} : { signal }),
  });
  return fallbackTicketOf(body.data, first, client.baseUrl, sentAtMs);
}

/**
 * Reports that all bytes have arrived, which frees the slot. Does nothing for an external file.
 * Ignores every error, because the service frees the slot later by itself.
 */
export async function reportComplete(
  client: Client,
  artifactId: string,
  { ids, sizeBytes, provider, etag }: Ticket,
): Promise<void> {
  if (ids === null) return;
  const progress = { bytesReceived: sizeBytes, provider };
  const report = { jobId: ids.jobId, etag, progress };
  const once = { attempts: 1, timeoutMs: 5_000 };
  await resolveOnce(client, artifactId, report, undefined, once).catch(() => undefined);
}
