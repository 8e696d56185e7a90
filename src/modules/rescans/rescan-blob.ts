import type { Tx } from '../../platform/database/connect.js';
import type { Blocklist } from '../../platform/scanner/blocklist.js';
import type { Scanner, ScannerEngine } from '../../platform/scanner/scanner.port.js';
import type { RequestContext } from '../../request/context.js';
import { transact } from '../../request/transact.js';
import { condemnBlob, isCleared, recordScan } from '../safety/index.js';
import { inspectArchive, type Outcome, whileWanted } from '../uploads/index.js';
import type { DueBlob } from './due-blobs.js';
import { putOffRescan } from './put-off-rescan.js';

/** By what bytes are scanned again. */
export interface RescanMeans {
  readonly scanner: Scanner;
  readonly blocklist: Blocklist;
  readonly engine: ScannerEngine;
  /** When the blocklist was read. */
  readonly since: Date;
  readonly signal: AbortSignal;
}

/**
 * Scans stored bytes as an upload is scanned and settles what follows: what is found makes them
 * unsafe, unless a person called all of it harmless before, and so does the blocklist where it names
 * them; whatever else comes of it is recorded and changes nothing. Bytes that are gone from the store, or are others by now, stay due and are put off.
 * Throws whatever kept it from coming to an end; nothing is recorded then.
 */
export async function rescanBlob(
  ctx: RequestContext,
  blob: DueBlob,
  means: RescanMeans,
): Promise<void> {
  const blocked = means.blocklist.foundIn(blob.sha256);
  const { said, isCutOff } =
    blocked === null
      ? saidBy(await outcomeOf(ctx, blob, means))
      : { said: infectedBy([blocked]), isCutOff: false };
  const scan = {
    ...{ blobId: blob.id, cause: 'rescan' as const, engine: means.engine, ...said },
    scannedAt: means.since,
    isCutOff,
  };
  const { found } = scan;
  await transact(ctx, async (tx) => {
    const counts =
      found !== null &&
      (found === blocked || (await isUncleared(tx, blob.id, [found, ...scan.alsoFound])));
    if (counts) await condemnBlob(ctx, tx, { ...scan, found });
    else await recordScan(tx, scan);
    if (scan.isCutOff) await putOffRescan(ctx, tx, blob.id);
  });
}

/** Whether anything was found that nobody has called harmless, as of now. */
async function isUncleared(tx: Tx, blobId: string, found: string[]): Promise<boolean> {
  const [blob] = await tx.$queryRaw<{ clearedFinds: string[] }[]>`
    select cleared_finds as "clearedFinds" from blobs where id = ${blobId}::uuid for update`;
  return !isCleared(found, blob?.clearedFinds ?? []);
}

/** What a scan of the bytes comes to; the name of a reason where they could not be scanned. */
async function outcomeOf(
  ctx: RequestContext,
  blob: DueBlob,
  { scanner, signal }: RescanMeans,
): Promise<Outcome | string> {
  const { storage, log } = ctx.platform;
  const { storageKey, contentType, sha256, filename } = blob;
  const head = await storage.head(storageKey);
  if (!head) {
    log.error({ blob: blob.id, sha256 }, 'stored bytes are gone');
    return 'object_missing';
  }
  const source = {
    sizeBytes: head.sizeBytes,
    read: async (range?: { start: number; end: number }) =>
      whileWanted(await storage.readTransient(storageKey, range), signal),
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

/** Whether the store did not give the bytes that it was asked for, so that these were not scanned. */
function isOfOtherBytes(outcome: Outcome | string): boolean {
  if (typeof outcome === 'string') return true;
  return outcome.kind === 'rejected' && OTHER_BYTES.has(outcome.code);
}

/** What a scan says of the bytes, and whether it saw them to the end. */
function saidBy(outcome: Outcome | string) {
  return { said: wordsOf(outcome), isCutOff: isOfOtherBytes(outcome) };
}

function wordsOf(outcome: Outcome | string) {
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
