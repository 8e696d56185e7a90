import type { Tx } from '../../platform/database/connect.js';
import type { ScanCause, ScanVerdict } from '../../platform/database/generated/enums.js';

/** A scan of stored bytes that is over. */
export interface EndedScan {
  readonly blobId: string;
  readonly cause: ScanCause;
  /** Who scanned, with which signatures. */
  readonly engine: { readonly name: string; readonly signatures: string };
  readonly verdict: ScanVerdict;
  /** What was found; null where nothing was. */
  readonly found: string | null;
  /** What was found beside that. */
  readonly alsoFound?: readonly string[];
  readonly reasons: readonly string[];
  /** It came to no end: the bytes count as scanned when they were before, and stay due. */
  readonly isCutOff?: boolean;
  readonly scannedAt: Date;
}

/**
 * Keeps a scan for good. What earlier ones said stays, and so does the state of the bytes: a clean
 * verdict takes no infected one back.
 */
export async function recordScan(tx: Tx, scan: EndedScan): Promise<void> {
  const { blobId, cause, engine, verdict, found, alsoFound = [], reasons, scannedAt } = scan;
  await tx.blobScan.create({
    data: {
      ...{ blobId, cause, verdict, found, scannedAt },
      engine: engine.name,
      signatures: engine.signatures,
      alsoFound: [...alsoFound],
      reasons: [...reasons],
    },
  });
  // What the blocklist says of a whole object is no scan of what is in it.
  if (cause === 'blocklist' || scan.isCutOff) return;
  await tx.blob.update({
    where: { id: blobId },
    data: {
      scanEngine: engine.name,
      scanSignatures: engine.signatures,
      scannedAt,
      rescanFailures: 0,
      rescanAfter: null,
    },
  });
}
