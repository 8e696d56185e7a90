import { StoreUnavailable } from '../../../platform/storage/storage.port.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { recordScan } from '../safety/record-scan.js';
import type { DueBlob } from './due-blobs.js';
import { postponeRescan } from './postpone-rescan.js';
import type { RescanMeans } from './rescan-blob.js';

/**
 * Postpones bytes whose rescan threw; they stay due. Rethrows if the bytes were not the cause: the
 * run is aborted, or the store or the scanner does not respond at all.
 */
export async function passOverBlob(
  ctx: RequestContext,
  blob: DueBlob,
  { engine, since, signal }: RescanMeans,
  error: unknown,
): Promise<void> {
  const { storage, scanner, log } = ctx.platform;
  signal.throwIfAborted();
  await storage.ping();
  await scanner.ping();
  log.warn({ err: error, blob: blob.id }, 'stored bytes could not be scanned again');
  await transact(ctx, async (tx) => {
    // A short outage of the store says nothing about the bytes.
    if (!(error instanceof StoreUnavailable)) {
      await recordScan(tx, {
        ...{ blobId: blob.id, cause: 'rescan', engine, scannedAt: since },
        ...{ verdict: 'unknown', found: null, reasons: ['scan_failed'], isCutOff: true },
      });
    }
    await postponeRescan(ctx, tx, blob.id);
  });
}
