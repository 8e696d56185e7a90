import { inspectArchive } from '../../../archives/inspect-archive.js';
import type { InspectionOutcome } from '../../../archives/inspection.js';
import { untilAborted } from '../../../archives/pace.js';
import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import type { Blocklist } from '../../../platform/scanner/blocklist.js';
import type { Scanner, ScannerEngine } from '../../../platform/scanner/scanner.port.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { recordScan } from '../safety/record-scan.js';
import { condemnBlob, recordFinding } from '../safety/unsafe-blob.js';
import type { DueBlob } from './due-blobs.js';

const MINUTE_MS = 60_000;

/**
 * Postpones bytes with an interrupted rescan, with exponential backoff, so that they do not block
 * others. One job retries all bytes that are due by the same full minute.
 */
export async function postponeRescan(ctx: RequestContext, tx: Tx, blobId: string): Promise<void> {
  const { rescanRetrySeconds, rescanRetryMostSeconds } = LIMITS;
  const { rescanFailures } = await tx.blob.update({
    where: { id: blobId },
    data: { rescanFailures: { increment: 1 } },
  });
  const waitSeconds = Math.min(
    rescanRetrySeconds * 2 ** (rescanFailures - 1),
    rescanRetryMostSeconds,
  );
  const dueAt = ctx.platform.clock.now().getTime() + waitSeconds * 1000;
  const rescanAfter = new Date(Math.ceil(dueAt / MINUTE_MS) * MINUTE_MS);
  await tx.blob.update({ where: { id: blobId }, data: { rescanAfter } });
  // A separate key, so that a rescan ordered now does not wait for this job.
  await enqueue(tx, {
    kind: 'rescan-blobs',
    payload: {},
    dedupeKey: `retry ${rescanAfter.toISOString()}`,
    runAt: rescanAfter,
  });
}

/** The scanner and the blocklist of a rescan. */
export interface RescanDependencies {
  readonly scanner: Scanner;
  readonly blocklist: Blocklist;
  readonly engine: ScannerEngine;
  /** When the reading of the blocklist began. It counts as the time of the scan. */
  readonly blocklistReadAt: Date;
  readonly signal: AbortSignal;
}

/**
 * Scans stored bytes like an upload and records the result. Findings make the bytes unsafe, unless
 * an admin has cleared all of them. A blocklist entry for the digest makes them unsafe in any case.
 * Any other result is only recorded. Bytes that are missing in the store or have changed stay due
 * and are postponed. Rethrows errors that stopped the scan; then nothing is recorded.
 */
export async function rescanBlob(
  ctx: RequestContext,
  blob: DueBlob,
  dependencies: RescanDependencies,
): Promise<void> {
  const blocked = dependencies.blocklist.foundIn(blob.sha256);
  const { verdictFields, bytesStayDue } =
    blocked === null
      ? resultOf(await outcomeOf(ctx, blob, dependencies))
      : { verdictFields: infectedBy([blocked]), bytesStayDue: false };
  const scan = {
    blobId: blob.id,
    cause: 'rescan' as const,
    engine: dependencies.engine,
    ...verdictFields,
    scannedAt: dependencies.blocklistReadAt,
    bytesStayDue,
  };
  const { found } = scan;
  await transact(ctx, async (tx) => {
    if (found === null) await recordScan(tx, scan);
    else if (found === blocked) await condemnBlob(ctx, tx, { ...scan, found });
    else await recordFinding(ctx, tx, blob.sha256, { ...scan, found });
    if (scan.bytesStayDue) await postponeRescan(ctx, tx, blob.id);
  });
}

/** Scans the bytes. Returns the reason as a string if it could not scan them. */
async function outcomeOf(
  ctx: RequestContext,
  blob: DueBlob,
  { scanner, signal }: RescanDependencies,
): Promise<InspectionOutcome | string> {
  const { storage, log } = ctx.platform;
  const { storageKey, contentType, sha256, filename } = blob;
  const head = await storage.head(storageKey);
  if (!head) {
    log.error({ blob: blob.id, sha256 }, 'stored bytes are missing');
    return 'object_missing';
  }
  const source = {
    sizeBytes: head.sizeBytes,
    read: async (range?: { start: number; end: number }) =>
      untilAborted(await storage.readTransient(storageKey, range), signal),
  };
  const expected = {
    sha256,
    contentType,
    sizeBytes: Number(blob.sizeBytes),
    filename: filename ?? '',
    ...(blob.game === null ? {} : { game: blob.game }),
    loaders: blob.loaders ?? [],
  };
  return (await inspectArchive(source, expected, scanner, { signal, log })).outcome;
}

const OTHER_BYTES: ReadonlySet<string> = new Set(['size_mismatch', 'sha256_mismatch']);

/** Whether the store returned wrong bytes or none, so that the right ones were not scanned. */
function isOfOtherBytes(outcome: InspectionOutcome | string): boolean {
  if (typeof outcome === 'string') return true;
  return outcome.kind === 'rejected' && OTHER_BYTES.has(outcome.code);
}

/** Maps an outcome to a verdict, and says whether the bytes stay due for a rescan. */
function resultOf(outcome: InspectionOutcome | string) {
  return { verdictFields: verdictOf(outcome), bytesStayDue: isOfOtherBytes(outcome) };
}

function verdictOf(outcome: InspectionOutcome | string) {
  const none = { found: null, alsoFound: [] } as const;
  if (typeof outcome === 'string')
    return { ...none, verdict: 'unknown', reasons: [outcome] } as const;
  switch (outcome.kind) {
    case 'clean':
      return { ...none, verdict: 'clean', reasons: [] } as const;
    case 'infected':
      return infectedBy(outcome.found);
    case 'rejected':
      return { ...none, verdict: 'unknown', reasons: [outcome.code] } as const;
    case 'review': {
      const { reasons } = outcome;
      const verdict = reasons.includes('antivirus_unknown') ? 'unknown' : 'clean';
      return { ...none, verdict, reasons } as const;
    }
  }
}

function infectedBy([found, ...alsoFound]: readonly [string, ...string[]]) {
  return { verdict: 'infected', found, alsoFound, reasons: [] } as const;
}
